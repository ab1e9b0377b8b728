import { HttpError } from '../../ui/http.ts'
import { isLost } from './afterFailure.ts'
import { drawPoster } from './drawPoster.ts'
import { isMediaKnown, saveMedia } from './galleryApi.ts'
import type { PreparedItem, Sending } from './sendMedia.ts'
import { sendPieces } from './sendPieces.ts'

/** Sends what the server has not got of a film yet, and then has it saved. */
export async function sendFilm(
  film: PreparedItem,
  file: File,
  { signal, say, keep }: Sending,
): Promise<{ isKnown: boolean }> {
  const { student_id, title, description, sha256 } = film
  if (await isMediaKnown(student_id, sha256, signal)) return { isKnown: true }

  let { uploadUrl } = film
  const sendAnew = (error: unknown) => {
    keep({ sha256, uploadUrl: undefined })
    throw new HttpError(503, { message: String(error) })
  }
  say({ is: 'sending', share: 0 })
  try {
    uploadUrl = await sendPieces(file, {
      uploadUrl,
      onUrl: (url) => keep({ uploadUrl: (uploadUrl = url) }),
      onProgress: (share) => say({ is: 'sending', share }),
      signal,
    })
  } catch (error) {
    // Nobody came back to it for a day, and what had arrived was swept.
    if (uploadUrl && error instanceof HttpError && isGone(error)) return sendAnew(error)
    throw error
  }

  say({ is: 'checking' })
  const upload = uploadUrl.slice(uploadUrl.lastIndexOf('/') + 1)
  try {
    const poster = await drawPoster(file)
    return await saveMedia({ student_id, title, description, sha256, upload }, { poster }, { signal })
  } catch (error) {
    if (isLost(error)) return sendAnew(error)
    throw error
  }
}

const isGone = ({ status }: HttpError) => status === 404 || status === 410
