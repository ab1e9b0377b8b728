import { GROUP_PICTURE } from '#contract/privacy/erasure.ts'
import type { Db } from '../database/connect.ts'
import type { Trx } from '../database/history.ts'
import {
  type Collecting,
  type EntityData,
  type Entry,
  type FileValue,
  type Forgotten,
  noRecord,
} from '../database/studentData.ts'
import { nameAs } from '../files/storeUpload.ts'
import { moment } from '../privacy/export/exportWords.ts'
import { containsPartOf } from '../privacy/mentions.ts'

export const galleryData: EntityData = {
  title: 'Picture or video',
  labels: {
    student: 'Student',
    title: 'Title',
    description: 'Description',
    type: 'Type',
    others: 'Other students',
  },
  texts: [
    (db, student_id) =>
      db
        .selectFrom('media')
        .select(['id', 'student_id', noRecord, 'title', 'description'])
        .where('id', 'not in', (eb) =>
          eb.selectFrom('media_students').select('media_id').where('student_id', '=', student_id),
        ),
  ],

  async collect({ db, student_id, history, fileOf }: Collecting) {
    const media = await mediaOf(db, student_id)
    const entries = media.map((each) => mediaEntry(each, fileOf))
    // Also those who were named before: captions may still name them.
    const formerly = history
      .filter(({ entity }) => entity === 'media')
      .flatMap(({ changes }) => changes.filter(({ field }) => field === 'others'))
      .flatMap(({ from, to }) => [from ?? '', to ?? ''])
    return {
      sections: [{ title: 'Pictures and videos', entries }],
      companions: [...(await companionsOf(db, student_id)), ...formerly],
      // Without deleted pictures, because their other children are no longer known.
      changes: { only: new Set(media.map((each) => each.id)) },
    }
  },

  async forget(trx, { student: { id }, texts }) {
    // The rows in other galleries stay: they hide the pictures of this student from the other supporters.
    await trx.deleteFrom('media_students').where('gallery_of', '=', id).execute()
    const shown = await mediaShowing(trx, id)
      .innerJoin('files', 'files.id', 'media.file_id')
      .select(['files.id', 'files.type'])
      .execute()
    for (const file of shown)
      await trx
        .updateTable('files')
        .set({ name: nameAs(file.type, '') })
        .where('id', '=', file.id)
        .execute()
    return { captions: await forgetCaptions(trx, id, texts) }
  },
}

/** The pictures in other galleries that show the student. */
const mediaShowing = (trx: Trx, student_id: number) =>
  trx
    .selectFrom('media')
    .innerJoin('media_students', 'media_students.media_id', 'media.id')
    .where('media_students.student_id', '=', student_id)

/**
 * Replaces the captions of pictures in other galleries that show the student and contain a part of the name. The pictures
 * stay with the other students, hidden from supporters. Returns them as they were.
 */
async function forgetCaptions(trx: Trx, student_id: number, texts: Forgotten['texts']) {
  const isNamed = containsPartOf(texts)
  const shown = await mediaShowing(trx, student_id).select(['media.id', 'title', 'description']).execute()
  const captioned = shown.filter(({ title, description }) => isNamed(title) || isNamed(description))
  for (const { id, title, description } of captioned)
    await trx
      .updateTable('media')
      .set({
        title: isNamed(title) ? GROUP_PICTURE : title,
        description: isNamed(description) ? '' : description,
      })
      .where('id', '=', id)
      .execute()
  return captioned
}

type Media = Awaited<ReturnType<typeof mediaOf>>[number]

const mediaOf = (db: Db, student_id: number) =>
  db
    .selectFrom('media')
    .select(['id', 'title', 'description', 'file_id', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('media_students')
        .select((of) => of.fn.countAll<number>().as('others'))
        .whereRef('media_id', '=', 'media.id')
        .$asScalar()
        .$notNull()
        .as('others'),
    )
    .where('student_id', '=', student_id)
    .orderBy('id')
    .execute()

const SHOWS_OTHERS = 'Left out: it shows other children'

/** The files of group pictures are left out. */
const mediaEntry = (
  { title, description, file_id, created_at, others }: Media,
  fileOf: (path: string | null) => FileValue | null,
): Entry => ({
  Title: title,
  Description: description,
  Added: moment(created_at),
  File: others > 0 ? SHOWS_OTHERS : fileOf(String(file_id)),
})

/** The other children in pictures of the student, and those in whose pictures the student is. */
async function companionsOf(db: Db, student_id: number): Promise<string[]> {
  const others = await db
    .selectFrom('students')
    .select('name')
    .where('id', '!=', student_id)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('media_students')
        .select('student_id')
        .where('gallery_of', '=', student_id)
        .union(
          eb
            .selectFrom('media_students')
            .select('gallery_of as student_id')
            .where('student_id', '=', student_id),
        ),
    )
    .execute()
  return others.map(({ name }) => name)
}
