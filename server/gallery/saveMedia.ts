import type { FastifyRequest } from 'fastify'
import { mediaFile } from '#contract/base/files.ts'
import { galleryMessages, type Media, type MediaForm } from '#contract/gallery.ts'
import type { SessionUser } from '#contract/auth.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { ApiError, invalid } from '../http/ApiError.ts'
import type { Upload } from '../http/receiveFile.ts'
import type { RunChange } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { addMedia, type Measures, renameKnown } from './mediaChanges.ts'
import { findByChecksum } from './readGallery.ts'
import { withCleanFilm } from './film/cleanFilm.ts'
import { openCompleteUpload } from './resumable/openCompleteUpload.ts'

type Saved = { message: string; data: Media; is_known: boolean; is_renamed: boolean }

/**
 * Adds a picture or film to a gallery. If the gallery has it already, stores no file, and gives the existing one the
 * title and description.
 */
export async function saveMedia(
  { media, poster }: FastifyRequest['uploads'],
  form: MediaForm,
  actor: SessionUser,
  services: Services,
  change: RunChange,
): Promise<Saved> {
  const answerKnown = async (sha256: string): Promise<Saved | undefined> => {
    const known = await findByChecksum(services.db, form.student_id, sha256)
    return known && change(async (made) => saved(await renameKnown(made, known, form)))
  }

  const store = (upload: Upload, measuresOf: (stored: StoredBytes) => Measures): Promise<Saved> =>
    withStored({ media: { ...upload, poster } }, { media: 'media' }, services, (stored) =>
      change(async (made) => saved(await addMedia(made, form, stored.media, measuresOf(stored.media)))),
    )

  const answer = await withMediaFile(media, form, actor, services, async (given) => {
    const { upload, isArrived } = given
    const isFilm = upload.type === 'video/mp4'
    // Resumable uploads are for films only: they do not check the smaller size limit of pictures.
    if (isArrived && !isFilm) throw invalid({ media: [mediaFile.refusal] })
    const known = await answerKnown(upload.sha256)
    if (known) return known
    if (isFilm)
      return withCleanFilm(given, services, (film, { width, height, duration_ms }) =>
        store(film, () => ({ width, height, duration_ms })),
      )
    return store(upload, ({ width, height }) => ({ width, height, duration_ms: null }))
  })
  if (answer) return answer

  // A resumable upload is removed once it is saved, but a page that lost the answer asks again.
  const repeated = form.sha256 && (await answerKnown(form.sha256))
  if (!repeated) throw invalid({ media: [galleryMessages.notArrived] }, { code: 'not_arrived' })
  return repeated
}

const saved = ({ media: data, isKnown, isRenamed }: Awaited<ReturnType<typeof addMedia>>): Saved => ({
  message: galleryMessages[isRenamed ? 'renamed' : isKnown ? 'known' : 'saved'],
  data,
  is_known: isKnown,
  is_renamed: isRenamed,
})

/**
 * Calls `work` with the file of a form, which came with the request or before by a resumable upload. The upload is kept
 * until `work` is done, so that the request can be repeated, and removed when its content is refused, because a repeat
 * would be refused too. Answers undefined where no such upload is complete.
 */
async function withMediaFile<Result>(
  media: Upload | undefined,
  { upload: id = '', sha256 }: MediaForm,
  actor: SessionUser,
  services: Services,
  work: (given: { upload: Upload; isArrived: boolean }) => Promise<Result>,
): Promise<Result | undefined> {
  const take = (upload: Upload, isArrived: boolean) => {
    if (sha256 && sha256 !== upload.sha256)
      throw invalid({ media: [galleryMessages.notWhole] }, { code: 'not_whole' })
    return work({ upload, isArrived })
  }
  if (media) return take(media, false)

  const arrived = await openCompleteUpload(id, actor, services)
  if (!arrived) return undefined
  try {
    const result = await take(arrived.upload, true)
    await arrived.drop()
    return result
  } catch (error) {
    if (error instanceof ApiError && error.errors?.['media']) await arrived.drop()
    throw error
  } finally {
    arrived.close()
  }
}
