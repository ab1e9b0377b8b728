import { commitmentLabels } from '#contract/money/commitments.ts'
import { ownPlanLabels } from '#contract/money/plans.ts'
import { PROMISE_LETTER } from '#contract/privacy/accesses.ts'
import { toShillings } from '#contract/records/receipts.ts'
import { dayInWords, dayOf } from '#contract/base/days.ts'
import type { Db } from '../database/connect.ts'
import { type EntityData, type Entry, noRecord } from '../database/studentData.ts'
import type { Trx } from '../database/history.ts'
import { rowsOf } from '../database/inBatches.ts'
import { containsPartOf, keysOf, namesOneOf, type Texts } from '../privacy/mentions.ts'
import { keepFigures } from './plans.ts'
import { userNameIn } from '../users/userNameIn.ts'

const kes = (cents: number | null) => (cents === null ? null : { kes: toShillings(cents) })
const termIn = ({ term_name, year_name }: { term_name: string | null; year_name: string | null }) =>
  term_name === null ? null : `${term_name}, ${year_name}`

/** A student's own figures. Amounts stay, so that past years keep their totals. */
export const ownPlanData: EntityData = {
  title: 'Own fee plan',
  labels: ownPlanLabels,
  texts: [(db) => db.selectFrom('own_plans').select(['id', 'student_id', 'reason']).select(noRecord)],

  collect: async ({ db, student_id }) => ({
    sections: [{ title: 'Own fee plans', entries: await readOwnPlans(db, student_id) }],
  }),

  async forget(trx, { student, at }) {
    const { id, left_after } = student
    await trx
      .updateTable('own_plans')
      .set({ reason: '', school_id: null, updated_by: null })
      .where('student_id', '=', id)
      .execute()
    // The record may no longer show its school, by whose plans the figures were found.
    const own = { school_id: null, reason: '', updated_by: null }
    const today = dayOf(new Date(at))
    await keepFigures({ trx, at, today }, student, own, ({ key }) => key <= (left_after ?? ''))
  },
}

export const commitmentData: EntityData = {
  title: 'Promise',
  labels: commitmentLabels,
  texts: [
    (db) => db.selectFrom('commitments').select(['id', 'student_id', 'note', 'end_reason']).select(noRecord),
  ],

  async collect({ db, student_id }) {
    const promises = await readPromises(db, student_id)
    return {
      sections: [{ title: 'Promises', entries: promises.map(({ entry }) => entry) }],
      people: promises.map(({ by }) => by),
    }
  },

  async forget(trx, { student: { id }, texts }) {
    await forgetPromiseLetters(trx, id, texts)
    const authors = { created_by: null, updated_by: null }
    await trx
      .updateTable('commitments')
      .set({ supporter_id: null, source: null, note: null, end_reason: null, ...authors })
      .where('student_id', '=', id)
      .execute()
    await trx.updateTable('received').set({ noted_by: null }).where('student_id', '=', id).execute()
  },
}

/**
 * Empties the letters about promises that name the student, and deletes those that were not sent. In a letter about a promise
 * for the student, one word of the name is enough. What left is still noted: it is forgotten after this.
 */
async function forgetPromiseLetters(trx: Trx, student_id: number, texts: Texts): Promise<void> {
  const departures = await trx
    .selectFrom('departures')
    .select('letter_id')
    .where('student_id', '=', student_id)
    .where('letter_id', 'is not', null)
    .execute()
  const about = new Set(departures.map(({ letter_id }) => letter_id))
  const [isNamed, isNamedInPart] = [namesOneOf(new Set(keysOf(texts))), containsPartOf(texts)]
  const letters = rowsOf(
    trx
      .selectFrom('letters')
      .innerJoin('promise_letters', 'letter_id', 'letters.id')
      .select(['letters.id', 'subject', 'text', 'state']),
  )
  for await (const { id, subject, text, state } of letters) {
    if (!(about.has(id) ? isNamedInPart : isNamed)(`${subject}\n${text}`)) continue
    if (state === 'sent') {
      const emptied = { subject: PROMISE_LETTER, text: '', html: '' }
      await trx.updateTable('letters').set(emptied).where('id', '=', id).execute()
      continue
    }
    // A restore anonymises before the database checks references, so nothing is deleted in cascade.
    for (const table of ['departures', 'promise_letters'] as const)
      await trx.deleteFrom(table).where('letter_id', '=', id).execute()
    await trx.deleteFrom('letters').where('id', '=', id).execute()
  }
}

async function readOwnPlans(db: Db, student_id: number): Promise<Entry[]> {
  const rows = await db
    .selectFrom('own_plans')
    .innerJoin('years', 'years.id', 'year_id')
    .innerJoin('terms', 'terms.id', 'term_id')
    .select(['year_name', 'term_name', 'amount', 'to_school', 'reason'])
    .where('student_id', '=', student_id)
    .orderBy('years.folded')
    .orderBy('terms.folded')
    .execute()
  return rows.map((row) => ({
    Term: termIn(row),
    'Planned, KES': kes(row.amount),
    'To the school, KES': kes(row.to_school),
    Reason: row.reason,
  }))
}

async function readPromises(db: Db, student_id: number) {
  const rows = await db
    .selectFrom('commitments')
    .leftJoin('users', 'users.id', 'supporter_id')
    .innerJoin('years as from_year', 'from_year.id', 'from_year_id')
    .innerJoin('terms as from_term', 'from_term.id', 'from_term_id')
    .leftJoin('years as until_year', 'until_year.id', 'until_year_id')
    .leftJoin('terms as until_term', 'until_term.id', 'until_term_id')
    .select(['commitments.id', 'source', 'amount', 'pays_school', 'note', 'end_reason'])
    .select(userNameIn('users').as('supporter'))
    .select(['from_year.year_name as from_year', 'from_term.term_name as from_term'])
    .select(['until_year.year_name as until_year', 'until_term.term_name as until_term'])
    .where('student_id', '=', student_id)
    .orderBy('starts')
    .orderBy('commitments.id')
    .execute()
  const received = await db
    .selectFrom('received')
    .innerJoin('years', 'years.id', 'year_id')
    .innerJoin('terms', 'terms.id', 'term_id')
    .select(['commitment_id', 'year_name', 'term_name', 'amount', 'received_on'])
    .where('student_id', '=', student_id)
    .orderBy('received.id')
    .execute()
  return rows.map((row) => {
    const by = row.supporter ?? row.source
    const entry: Entry = {
      'Who promised': by,
      'For each term, KES': kes(row.amount),
      'Pays the school directly': row.pays_school === 1 ? 'Yes' : 'No',
      From: termIn({ term_name: row.from_term, year_name: row.from_year }),
      Until: termIn({ term_name: row.until_term, year_name: row.until_year }),
      Note: row.note,
      'Why it ended': row.end_reason,
      Received: received
        .filter(({ commitment_id }) => commitment_id === row.id)
        .map((part) => ({
          Term: termIn(part),
          'Amount, KES': kes(part.amount),
          On: dayInWords(part.received_on),
        })),
    }
    return { by, entry }
  })
}
