import type { MediaForm } from '#contract/gallery.ts'
import { call, type CallOptions } from '../ui/call.ts'
import { HttpError } from '../ui/http.ts'
import { isLost, isCorrupted, TryAgain } from './afterFailure.ts'
import { checksumOf } from './checksumOf.ts'
import { drawPoster } from './drawPoster.ts'
import { isFilm, type ItemState, type SaveResult, type QueueItem } from './QueueItem.ts'
import { sendResumable, withoutStalling } from './sendResumable.ts'

type Sending = {
  signal: AbortSignal
  show: (state: ItemState) => void
  /** Throws if another user has signed in since, because the file would be saved in their name. */
  confirmUser: () => Promise<void>
  /** Stores the checksum and the address, so that the next try or visit continues from there. */
  storeFacts: (facts: Pick<QueueItem, 'sha256' | 'uploadUrl'>) => void
}

/** One try to upload a file. */
export async function sendFile(item: QueueItem, file: File, sending: Sending): Promise<SaveResult> {
  // Detects a moved file. A request fails in the same way for a moved file and for a lost connection.
  await file.slice(0, 1).arrayBuffer()
  const { key, student_id, imported } = item
  if (!imported) return sendMedia(item, file, sending)
  await sending.confirmUser()
  // A student's picture or certificate. A retry simply replaces the file.
  await sendAtOnce(sending, key, (transfer) =>
    call('PATCH /api/students/:id?query=list', {
      params: { id: student_id },
      body: { mode: imported.as, import_id: imported.id },
      files: imported.as === 'picture' ? { pic: file } : { cert: file },
      ...transfer,
    }),
  )
  return { isKnown: false, isRenamed: false }
}

type PreparedItem = QueueItem & { sha256: string }

/** A picture or film for the gallery. */
async function sendMedia(item: QueueItem, file: File, sending: Sending): Promise<SaveResult> {
  const sha256 = item.sha256 ?? (await prepare(file, sending))
  if (!item.sha256) sending.storeFacts({ sha256 })
  await sending.confirmUser()
  const prepared = { ...item, sha256 }
  try {
    if (isFilm(item)) return await sendFilm(prepared, file, sending)
    return await sendAtOnce(sending, item.key, (transfer) => saveMedia(prepared, { media: file }, transfer))
  } catch (error) {
    // The user decides whether the whole file is sent again, because mobile data costs money.
    if (isCorrupted(error)) sending.storeFacts({ sha256: undefined, uploadUrl: undefined })
    throw error
  }
}

async function prepare(file: File, { signal, show }: Sending): Promise<string> {
  show({ is: 'preparing', share: 0 })
  return checksumOf(file, { signal, onProgress: (share) => show({ is: 'preparing', share }) })
}

/** Sends the whole file in one call, and aborts it if it stalls. */
function sendAtOnce<T>(
  { signal, show }: Sending,
  idempotencyKey: string,
  send: (transfer: Required<Omit<CallOptions, 'action'>>) => Promise<T>,
): Promise<T> {
  show({ is: 'sending', share: 0 })
  return withoutStalling(signal, (guarded, moved, rest) => {
    const onProgress = (share: number) => {
      show(share < 1 ? { is: 'sending', share } : { is: 'checking' })
      if (share < 1) moved()
      else rest()
    }
    return send({ signal: guarded, onProgress, idempotencyKey })
  })
}

/** Sends the part of a film that the server does not have yet, then asks it to save the film. */
async function sendFilm(film: PreparedItem, file: File, sending: Sending): Promise<SaveResult> {
  const { signal, show, storeFacts } = sending
  const { student_id, title, description, others, sha256 } = film
  const { data: known } = await call('GET /api/gallery/known', { query: { student_id, sha256 }, signal })
  if (known) {
    const isRenamed = known.title !== title || known.description !== description
    const body = {
      id: known.id,
      student_id: known.student_id,
      title,
      description,
      others: namedOthers(others),
    }
    if (isRenamed || others?.length) await call('POST /api/gallery?query=', { body, files: {}, signal })
    return { isKnown: true, isRenamed }
  }

  let { uploadUrl } = film
  const startAgain = () => {
    storeFacts({ sha256, uploadUrl: undefined })
    throw new TryAgain()
  }
  show({ is: 'sending', share: 0 })
  try {
    uploadUrl = await sendResumable(file, {
      uploadUrl,
      onUrl: (url) => storeFacts({ uploadUrl: (uploadUrl = url) }),
      onProgress: (share) => show({ is: 'sending', share }),
      signal,
    })
  } catch (error) {
    // The server removes uploads that stay unfinished for a day.
    if (uploadUrl && error instanceof HttpError && isGone(error)) return startAgain()
    throw error
  }

  show({ is: 'checking' })
  const upload = uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1)
  try {
    return await saveMedia({ ...film, upload }, { poster: await drawPoster(file) }, { signal })
  } catch (error) {
    if (isLost(error)) return startAgain()
    throw error
  }
}

/** Undefined instead of an empty list, so that a picture that is in the gallery already keeps its students. */
const namedOthers = (others: number[] | undefined) => (others?.length ? others.map(String) : undefined)

const isGone = ({ status }: HttpError) => status === 404 || status === 410

/** Saves a photograph, or a film after its resumable upload. */
async function saveMedia(
  { student_id, title, description, others, sha256, upload }: Omit<MediaForm, 'id'>,
  files: { media?: File; poster?: File | undefined },
  options: CallOptions,
): Promise<SaveResult> {
  const body = { student_id, title, description, others: namedOthers(others), sha256, upload }
  const { is_known, is_renamed } = await call('POST /api/gallery?query=', { body, files, ...options })
  return { isKnown: is_known === true, isRenamed: is_renamed === true }
}
