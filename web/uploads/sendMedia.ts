import { checksumOf } from './checksumOf.ts'
import type { CallOptions } from '../ui/call.ts'
import { HttpError } from '../ui/http.ts'
import { isLost, isSpoilt, TryAgain } from './afterFailure.ts'
import { drawPoster } from './drawPoster.ts'
import { editMedia } from '../gallery/journey/journeyApi.ts'
import { findKnown, saveMedia } from './galleryApi.ts'
import { isFilm, type ItemState, type SaveResult, type QueueItem } from './QueueItem.ts'
import { sendResumable, withoutStalling } from './sendResumable.ts'

export type Sending = {
  signal: AbortSignal
  say: (state: ItemState) => void
  /** Throws if another user has signed in since, because the file would be saved in their name. */
  confirmUser: () => Promise<void>
  /** Stores the checksum and the address, so that the next try or visit continues from there. */
  keep: (facts: Pick<QueueItem, 'sha256' | 'uploadUrl'>) => void
}

/** Detects a moved file. A request fails in the same way for a moved file and for a lost connection. */
export const readByte = (file: File) => file.slice(0, 1).arrayBuffer()

type PreparedItem = QueueItem & { sha256: string }

/** One try to add a picture or film to the gallery. */
export async function sendMedia(item: QueueItem, file: File, sending: Sending): Promise<SaveResult> {
  await readByte(file)
  const sha256 = item.sha256 ?? (await prepare(file, sending))
  if (!item.sha256) sending.keep({ sha256 })
  await sending.confirmUser()
  try {
    const send = isFilm(item) ? sendFilm : sendPhotograph
    return await send({ ...item, sha256 }, file, sending)
  } catch (error) {
    // The user decides whether the whole file is sent again, because mobile data costs money.
    if (isSpoilt(error)) sending.keep({ sha256: undefined, uploadUrl: undefined })
    throw error
  }
}

async function sendPhotograph(
  { key, student_id, title, description, sha256 }: PreparedItem,
  file: File,
  sending: Sending,
): Promise<SaveResult> {
  return sendAtOnce(sending, key, (transfer) =>
    saveMedia({ student_id, title, description, sha256 }, { media: file }, transfer),
  )
}

/** Sends the whole file in one call, and aborts it if it stalls. */
export function sendAtOnce<T>(
  { signal, say }: Sending,
  idempotencyKey: string,
  send: (transfer: Required<CallOptions>) => Promise<T>,
): Promise<T> {
  say({ is: 'sending', share: 0 })
  return withoutStalling(signal, (guarded, moved, rest) => {
    const onProgress = (share: number) => {
      say(share < 1 ? { is: 'sending', share } : { is: 'checking' })
      if (share < 1) moved()
      else rest()
    }
    return send({ signal: guarded, onProgress, idempotencyKey })
  })
}

/** Sends the part of a film that the server does not have yet, then asks it to save the film. */
async function sendFilm(film: PreparedItem, file: File, { signal, say, keep }: Sending): Promise<SaveResult> {
  const { student_id, title, description, sha256 } = film
  const known = await findKnown(student_id, sha256, signal)
  if (known) {
    const isRenamed = known.title !== title || known.description !== description
    if (isRenamed) await editMedia(known, { title, description }, { signal })
    return { isKnown: true, isRenamed }
  }

  let { uploadUrl } = film
  const startAgain = () => {
    keep({ sha256, uploadUrl: undefined })
    throw new TryAgain()
  }
  say({ is: 'sending', share: 0 })
  try {
    uploadUrl = await sendResumable(file, {
      uploadUrl,
      onUrl: (url) => keep({ uploadUrl: (uploadUrl = url) }),
      onProgress: (share) => say({ is: 'sending', share }),
      signal,
    })
  } catch (error) {
    // The server removes uploads that stay unfinished for a day.
    if (uploadUrl && error instanceof HttpError && isGone(error)) return startAgain()
    throw error
  }

  say({ is: 'checking' })
  const upload = uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1)
  try {
    const poster = await drawPoster(file)
    return await saveMedia({ student_id, title, description, sha256, upload }, { poster }, { signal })
  } catch (error) {
    if (isLost(error)) return startAgain()
    throw error
  }
}

const isGone = ({ status }: HttpError) => status === 404 || status === 410

async function prepare(file: File, { signal, say }: Sending): Promise<string> {
  say({ is: 'preparing', share: 0 })
  return checksumOf(file, { signal, onProgress: (share) => say({ is: 'preparing', share }) })
}
