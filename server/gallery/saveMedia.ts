import type { FastifyRequest } from 'fastify'
import { mediaFile } from '#contract/base/files.ts'
import { galleryMessages, type Media, type MediaForm } from '#contract/gallery.ts'
import type { SessionUser } from '#contract/identity/auth.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { invalid } from '../base/ApiError.ts'
import type { Upload } from '../files/receiveFile.ts'
import type { RunChange } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { addMedia, type Measures, renameKnown } from './mediaChanges.ts'
import { findByChecksum } from './readGallery.ts'
import { withCleanFilm } from './film/cleanFilm.ts'
import { withCompleteUpload } from './resumable/withCompleteUpload.ts'

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
  const updateKnown = async (sha256: string): Promise<Saved | undefined> => {
    const known = await findByChecksum(services.db, form.student_id, sha256)
    return known && change(async (made) => saved(await renameKnown(made, known, form)))
  }

  const store = (upload: Upload, measuresOf: (stored: StoredBytes) => Measures): Promise<Saved> =>
    withStored({ media: { ...upload, poster } }, { media: 'media' }, services, (stored) =>
      change(async (made) => saved(await addMedia(made, form, stored.media, measuresOf(stored.media)))),
    )

  const saveUpload = async (upload: Upload, isArrived: boolean): Promise<Saved> => {
    if (form.sha256 && form.sha256 !== upload.sha256)
      throw invalid({ media: [galleryMessages.notWhole] }, { code: 'not_whole' })
    const isFilm = upload.type === 'video/mp4'
    // Resumable uploads are for films only: they do not check the smaller size limit of pictures.
    if (isArrived && !isFilm) throw invalid({ media: [mediaFile.refusal] })
    const known = await updateKnown(upload.sha256)
    if (known) return known
    if (isFilm)
      return withCleanFilm({ upload, isArrived }, services, (film, { width, height, duration_ms }) =>
        store(film, () => ({ width, height, duration_ms })),
      )
    return store(upload, ({ width, height }) => ({ width, height, duration_ms: null }))
  }
  if (media) return saveUpload(media, false)
  const answer = await withCompleteUpload(form.upload ?? '', actor, services, (upload) =>
    saveUpload(upload, true),
  )
  if (answer) return answer

  // A resumable upload is removed once it is saved, but a page that lost the answer asks again.
  const repeated = form.sha256 && (await updateKnown(form.sha256))
  if (!repeated) throw invalid({ media: [galleryMessages.notArrived] }, { code: 'not_arrived' })
  return repeated
}

const saved = ({ media: data, isKnown, isRenamed }: Awaited<ReturnType<typeof addMedia>>): Saved => ({
  message: galleryMessages[isRenamed ? 'renamed' : isKnown ? 'known' : 'saved'],
  data,
  is_known: isKnown,
  is_renamed: isRenamed,
})
