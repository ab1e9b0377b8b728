import { GROUP_PICTURE } from '#contract/privacy/erasure.ts'
import type { Db } from '../database/connect.ts'
import type { Trx } from '../database/history.ts'
import type { Collecting, EntityData, Entry, FileValue, Forgotten } from '../database/studentData.ts'
import { nameAs } from '../files/storeUpload.ts'
import { moment, NAMED_OTHERS } from '../privacy/export/exportWords.ts'
import { containsPartOf } from '../privacy/mentions.ts'

export const galleryData: EntityData = {
  title: 'Picture or video',
  labels: { student: 'Student', title: 'Title', description: 'Description', type: 'Type' },

  async collect({ db, student_id, history, fileOf }: Collecting) {
    const media = await mediaOf(db, student_id)
    // Also those that showed others before: their captions may still name them.
    const groups = new Set([
      ...media.filter(({ others }) => others > 0).map((each) => each.id),
      ...history.flatMap(({ entity, entity_id, changes }) =>
        entity === 'media' && changes.some(({ field }) => field === 'others') ? entity_id : [],
      ),
    ])
    const entries = media.map((each) => mediaEntry(each, groups.has(each.id), fileOf))
    return {
      sections: [{ title: 'Pictures and videos', entries }],
      // Without pictures that are gone: nothing says any more who else was in them.
      changes: { withoutValues: groups, only: new Set(media.map((each) => each.id)) },
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

/** The files of group pictures are left out, and the captions of those that were group pictures at any time. */
function mediaEntry(
  { title, description, file_id, created_at, others }: Media,
  isGroup: boolean,
  fileOf: (path: string | null) => FileValue | null,
): Entry {
  const caption = isGroup
    ? { Title: others > 0 ? SHOWS_OTHERS : NAMED_OTHERS, Description: null }
    : { Title: title, Description: description }
  return { ...caption, Added: moment(created_at), File: fileOf(String(file_id)) }
}
