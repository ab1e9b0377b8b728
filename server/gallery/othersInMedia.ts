import { galleryMessages, type OtherStudent } from '#contract/gallery.ts'
import type { Db } from '../database/connect.ts'
import type { Changes, Trx } from '../database/history.ts'
import { type Placeholders, prepared } from '../database/prepared.ts'
import { invalid } from '../base/ApiError.ts'

/** The other students in a picture or film, by name. They are shown to staff only. */
const rowsOf = (db: Db) =>
  db
    .selectFrom('media_students')
    .innerJoin('students', 'students.id', 'media_students.student_id')
    .select(['media_id', 'students.id', 'students.name'])
    .orderBy('students.search')
    .orderBy('students.id')

/** Reads the other students for a whole gallery, by the ids of its media. */
export function othersReader(db: Db) {
  const readRows = prepared(db, (value: Placeholders<{ student: number }>) =>
    rowsOf(db).where('gallery_of', '=', value('student')),
  )
  return async (student: number): Promise<Map<number, OtherStudent[]>> => {
    const byMedia = Map.groupBy(await readRows({ student }), ({ media_id }) => media_id)
    return new Map([...byMedia].map(([id, rows]) => [id, rows.map(asOther)]))
  }
}

export const othersIn = async (db: Db, media_id: number): Promise<OtherStudent[]> =>
  (await rowsOf(db).where('media_id', '=', media_id).execute()).map(asOther)

const asOther = ({ id, name }: OtherStudent): OtherStudent => ({ id, name })

type InGallery = { id: number; student_id: number }

/** Replaces the other students of a picture or film, and returns the change for the history. */
export async function saveOthers(trx: Trx, media: InGallery, wanted: number[]): Promise<Changes> {
  const { id: media_id, student_id: gallery_of } = media
  const ids = [...new Set(wanted)].filter((id) => id !== gallery_of)
  const before = await othersIn(trx, media_id)
  if (before.length === ids.length && before.every(({ id }) => ids.includes(id))) return {}
  await trx.deleteFrom('media_students').where('media_id', '=', media_id).execute()
  if (ids.length > 0) {
    const known = await trx.selectFrom('students').select('id').where('id', 'in', ids).execute()
    if (known.length < ids.length) throw invalid({ others: [galleryMessages.otherUnknown] })
    const rows = ids.map((student_id) => ({ media_id, student_id, gallery_of }))
    await trx.insertInto('media_students').values(rows).execute()
  }
  return { others: [namesOf(before), namesOf(await othersIn(trx, media_id))] }
}

const namesOf = (others: OtherStudent[]) => others.map(({ name }) => name).join(', ') || null
