import { dayInWords } from '#contract/base/days.ts'
import { breachMessages } from '#contract/privacy/breaches.ts'
import type { StudentData } from '../../database/studentData.ts'
import { moment } from '../export/exportWords.ts'
import { mentions } from '../mentions.ts'

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
    }
  },

  /** Counts the student, whose row is deleted, and removes texts that name them. */
  async forget(trx, { student: { id }, texts: own }) {
    const concerning = trx.selectFrom('breach_students').select('breach_id').where('student_id', '=', id)
    await trx
      .updateTable('breaches')
      .set((eb) => ({ anonymised: eb('anonymised', '+', 1) }))
      .where('id', 'in', concerning)
      .execute()
    const isMentioned = mentions(own)
    for (const breach of await trx
      .selectFrom('breaches')
      .select(['id', ...texts])
      .execute()) {
      const named = texts.filter((column) => isMentioned(JSON.stringify(breach[column])))
      if (named.length === 0) continue
      await trx
        .updateTable('breaches')
        .set(Object.fromEntries(named.map((column) => [column, breachMessages.removed])))
        .where('id', '=', breach.id)
        .execute()
    }
  },
}
