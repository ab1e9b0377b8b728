import type { FastifyRequest } from 'fastify'
import { mediaFile } from '#contract/files.ts'
import { galleryMessages, type Media, type MediaForm } from '#contract/gallery.ts'
import { type StoredBytes, withStored } from '../files/storeUpload.ts'
import { invalid } from '../http/ApiError.ts'
import { once } from '../http/once.ts'
import { signedIn } from '../http/session.ts'
import type { Upload } from '../http/Upload.ts'
import type { Services } from '../Services.ts'
import { addMedia, type Measures } from './mediaChanges.ts'
import { findKnown } from './readGallery.ts'
import { withCleanFilm } from './withCleanFilm.ts'
import { withSent } from './withSent.ts'

type Saved = { success: true; message: string; data: Media; is_known: boolean }

/** Adds a picture or film to a gallery. What is there already is answered as it is, and nothing is stored. */
export async function saveMedia(
  request: FastifyRequest,
  form: MediaForm,
  services: Services,
): Promise<Saved> {
  const actor = signedIn(request)
  const { media, poster } = request.uploads

  const answerKnown = async (sha256: string): Promise<Saved | undefined> => {
    const known = await findKnown(services.db, form.student_id, sha256)
    return known && once(request, services, async () => saved(known, true))
  }

  const store = (upload: Upload, measuresOf: (stored: StoredBytes) => Measures): Promise<Saved> =>
    withStored({ media: { ...upload, poster } }, { media: 'media' }, services, (stored) =>
      once(request, services, async (trx) => {
        const change = { actor, clock: services.clock }
        const added = await addMedia(trx, form, stored.media, measuresOf(stored.media), change)
        return saved(added.media, added.isKnown)
      }),
    )

  const answer = await withSent(media, form, actor, services, async (sent) => {
    const { upload, isArrived } = sent
    const isFilm = upload.type === 'video/mp4'
    // Pieces are for films: nothing there holds a picture to the size that one may have.
    if (isArrived && !isFilm) throw invalid({ media: [mediaFile.refusal] })
    const known = await answerKnown(upload.sha256)
    if (known) return known
    if (isFilm)
      return withCleanFilm(sent, services, (film, { width, height, duration_ms }) =>
        store(film, () => ({ width, height, duration_ms })),
      )
    return store(upload, ({ width, height }) => ({ width, height, duration_ms: null }))
  })
  if (answer) return answer

  // What came in pieces is gone once it is saved, but a lost answer is asked for again.
  const repeated = form.sha256 && (await answerKnown(form.sha256))
  if (!repeated) throw invalid({ media: [galleryMessages.notArrived] }, 'not_arrived')
  return repeated
}

const saved = (data: Media, is_known: boolean): Saved => ({
  success: true,
  message: is_known ? galleryMessages.known : galleryMessages.saved,
  data,
  is_known,
})
