import { dayInWords, dayOf } from '#contract/base/days.ts'
import { SUPPORTER } from '#contract/permissions.ts'
import { ACCESS_MONTHS, departureKinds, viewKinds } from '#contract/privacy/accesses.ts'
import type { Db } from '../../database/connect.ts'
import type { Entry, StudentData } from '../../database/studentData.ts'
import { moment } from '../export/exportWords.ts'
import { readAccesses } from './readAccesses.ts'

/** Who looked at a record, and what left Elimu. */
export const accessData: StudentData = {
  collect: async ({ db, student_id, now }) => ({
    sections: [
      {
        title: 'Who looked, and what left Elimu',
        note: {
          en: `Views up to now. Entries older than ${ACCESS_MONTHS} months are deleted.`,
          sw: `Kutazama hadi sasa. Maingizo ya zaidi ya miezi ${ACCESS_MONTHS} iliyopita hufutwa.`,
        },
        entries: await accessesAt(db, student_id, now),
      },
    ],
  }),

  /** Deletes the rows that link the student to a supporter. What staff printed or downloaded stays, without its title. */
  async forget(trx, { student: { id } }) {
    const supporters = trx.selectFrom('users').select('id').where('role_id', '=', SUPPORTER)
    await trx.deleteFrom('views').where('student_id', '=', id).where('user_id', 'in', supporters).execute()
    await trx
      .deleteFrom('departures')
      .where('student_id', '=', id)
      .where((eb) => eb.or([eb('letter_id', 'is not', null), eb('user_id', 'in', supporters)]))
      .execute()
    await trx.updateTable('departures').set({ what: '', went_to: '' }).where('student_id', '=', id).execute()
  },
}

/** Removes the title of a picture or video, which may name other children. */
export const withoutTitle = (what: string) => what.replace(/^(Picture|Video), “.*”$/s, '$1')

const EXPORTS_MOST = 50
/** The entries of the last exports, by student and instant. */
const ofExports = new WeakMap<Db, Map<string, Entry[]>>()

/**
 * The entries of an instant. Those of the last exports are cached, because counts of views have no times: an interrupted
 * download continues only with the same content.
 */
async function accessesAt(db: Db, student_id: number, now: Date): Promise<Entry[]> {
  const cached = ofExports.get(db) ?? new Map<string, Entry[]>()
  ofExports.set(db, cached)
  const key = `${student_id} ${now.toISOString()}`
  const entries = cached.get(key) ?? (await accessesOf(db, student_id, now))
  cached.set(key, entries)
  const [oldest] = cached.keys()
  if (cached.size > EXPORTS_MOST && oldest !== undefined) cached.delete(oldest)
  return entries
}

async function accessesOf(db: Db, student_id: number, now: Date): Promise<Entry[]> {
  const { views, left } = await readAccesses(
    db,
    student_id,
    { days: ACCESS_MONTHS * 31, before: now },
    dayOf(now),
  )
  return [
    ...left.map(({ at, name, how, what, went_to }) => ({
      When: moment(at),
      Who: name,
      What: `${departureKinds[how]}: ${withoutTitle(what)}`,
      'Went to': went_to,
    })),
    ...views.map(({ day: on, name, counts }) => ({
      When: dayInWords(on),
      Who: name,
      What: Object.entries(counts)
        .map(([kind, count]) => `${viewKinds[kind as keyof typeof viewKinds]} ${count}`)
        .join(', '),
    })),
  ]
}
