import { dayInWords } from '#contract/base/days.ts'
import { breachMessages } from '#contract/privacy/breaches.ts'
import type { Trx } from '../../database/history.ts'
import type { StudentData } from '../../database/studentData.ts'
import type { Db } from '../../database/connect.ts'
import { moment } from '../export/exportWords.ts'
import { containsPartOf, mentions } from '../mentions.ts'

const texts = ['what', 'data', 'noticed_by', 'done', 'reason'] as const

/** The breaches that concern a student. */
export const breachData: StudentData = {
  async collect({ db, student_id }) {
    const breaches = await db
      .selectFrom('breaches')
      .innerJoin('breach_students', 'breach_id', 'breaches.id')
      .select(['what', 'data', 'happened_on', 'known_at', 'done', 'commissioner_on', 'families_on'])
      .where('student_id', '=', student_id)
      .orderBy('known_at')
      .execute()
    return {
      sections: [
        {
          title: 'Breaches',
          entries: breaches.map((breach) => ({
            'What happened': breach.what,
            'Which data': breach.data,
            'Happened on': dayInWords(breach.happened_on),
            'Known since': moment(breach.known_at),
            'What was done': breach.done,
            'Commissioner told on': breach.commissioner_on && dayInWords(breach.commissioner_on),
            'Families told on': breach.families_on && dayInWords(breach.families_on),
          })),
        },
      ],
      companions: await othersOf(db, student_id),
    }
  },

  /** Counts the student, whose row is deleted, and removes texts that name them: in their own breaches also by one word. */
  async forget(trx, { student: { id }, texts: own }) {
    const concerning = trx.selectFrom('breach_students').select('breach_id').where('student_id', '=', id)
    const counted = await trx
      .updateTable('breaches')
      .set((eb) => ({ anonymised: eb('anonymised', '+', 1), version: eb('version', '+', 1) }))
      .where('id', 'in', concerning)
      .returning('id')
      .execute()
    const ids = new Set(counted.map((breach) => breach.id))
    const isMentioned = mentions(own)
    const isNamedInPart = containsPartOf(own)
    for (const breach of await trx
      .selectFrom('breaches')
      .select(['id', ...texts])
      .execute()) {
      const isNamed = ids.has(breach.id) ? isNamedInPart : isMentioned
      const named = texts.filter((column) => isNamed(JSON.stringify(breach[column])))
      if (named.length === 0) continue
      const removed = Object.fromEntries(named.map((column) => [column, breachMessages.removed]))
      await trx
        .updateTable('breaches')
        .set((eb) => ({ ...removed, version: eb('version', '+', 1) }))
        .where('id', '=', breach.id)
        .execute()
    }
    await forgetHistory(trx, [...ids], isNamedInPart)
  },
}

/** Empties the history of breaches that contains a word of the name. */
async function forgetHistory(trx: Trx, ids: number[], isNamed: (text: string) => boolean): Promise<void> {
  if (ids.length === 0) return
  const entries = await trx
    .selectFrom('history')
    .select(['id', 'changes'])
    .where('entity', '=', 'breach')
    .where('entity_id', 'in', ids)
    .execute()
  for (const { id, changes } of entries)
    if (isNamed(changes))
      await trx.updateTable('history').set({ changes: '{}' }).where('id', '=', id).execute()
}

/** The names of the other students in a student's breaches. */
async function othersOf(db: Db, student_id: number): Promise<string[]> {
  const own = db.selectFrom('breach_students').select('breach_id').where('student_id', '=', student_id)
  const others = await db
    .selectFrom('students')
    .select('name')
    .where('id', '!=', student_id)
    .where('id', 'in', (eb) =>
      eb.selectFrom('breach_students').select('student_id').where('breach_id', 'in', own),
    )
    .execute()
  return others.map(({ name }) => name)
}
