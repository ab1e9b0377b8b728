import type { DetailedError } from 'tus-js-client'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { callHeaders, fetchForgeryToken, HttpError, refusalOf, reportRefusal } from '../ui/http.ts'
import { TryAgain } from './afterFailure.ts'

/** The size of one part of a film. A lost connection costs at most one part. */
const PART_BYTES = 4 * 1024 * 1024

type Resumable = {
  /** The address of an upload that an earlier visit began. */
  uploadUrl: string | undefined
  onUrl: (uploadUrl: string) => void
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a film by a resumable upload, from where the server says it stopped. It tries once: the caller decides about
 * another try.
 */
export async function sendResumable(file: File, resumable: Resumable): Promise<string> {
  try {
    return await withoutStalling(resumable.signal, (signal, moved) =>
      transfer(file, resumable, signal, moved),
    )
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    reportRefusal(error.status)
    // The next try needs a new forgery token.
    if (error.status === 419) await fetchForgeryToken(resumable.signal)
    // An earlier request that seemed lost has added bytes, so the next try asks for the new offset.
    throw error.status === 409 ? new TryAgain() : error
  }
}

async function transfer(
  file: File,
  resumable: Resumable,
  signal: AbortSignal,
  moved: () => void,
): Promise<string> {
  const { Upload } = await import('tus-js-client')
  signal.throwIfAborted()
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      // Given both addresses, the library would start a new upload after any refusal, even a temporary one.
      ...(resumable.uploadUrl ? { uploadUrl: resumable.uploadUrl } : { endpoint: UPLOADS_PATH }),
      chunkSize: PART_BYTES,
      metadata: { filename: file.name },
      // The queue stores the address with its item and retries the upload itself.
      storeFingerprintForResuming: false,
      retryDelays: null,
      onBeforeRequest: async (request) => {
        await setHeaders(request)
        signal.throwIfAborted()
      },
      onUploadUrlAvailable: () => upload.url && resumable.onUrl(upload.url),
      onProgress: (bytes, total) => {
        moved()
        resumable.onProgress(bytes / total)
      },
      onSuccess: () => resolve(upload.url ?? ''),
      onError: (error) => reject(asHttpError(error)),
    })
    signal.addEventListener('abort', () => {
      void upload.abort()
      reject(signal.reason as Error)
    })
    upload.start()
  })
}

/** Removes an unfinished upload from the server. A failure is ignored: the server removes it after a day anyway. */
export const dropUpload = (uploadUrl: string): Promise<void> =>
  import('tus-js-client')
    .then(({ Upload }) => Upload.terminate(uploadUrl, { onBeforeRequest: setHeaders, retryDelays: null }))
    .catch(() => undefined)

async function setHeaders(request: { setHeader: (name: string, value: string) => void }): Promise<void> {
  for (const [name, value] of Object.entries(await callHeaders())) request.setHeader(name, value)
}

function asHttpError(error: Error | DetailedError): HttpError {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  return refusalOf(answer?.getStatus() ?? 0, answer?.getBody() ?? '')
}

/** A connection without progress for this long counts as lost, and is retried. */
const STALL_MS = 30_000

type Watched<T> = (signal: AbortSignal, moved: () => void, rest: () => void) => Promise<T>

/**
 * Aborts a request that makes no progress. The request calls `moved` for progress, and `rest` once only the server's
 * answer is awaited.
 */
export async function withoutStalling<T>(signal: AbortSignal, send: Watched<T>): Promise<T> {
  const guard = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const rest = () => clearTimeout(timer)
  const moved = () => {
    rest()
    timer = setTimeout(() => guard.abort(), STALL_MS)
  }
  // AbortSignal.any() is missing in the browsers of older telephones.
  const giveUp = () => guard.abort(signal.reason)
  signal.addEventListener('abort', giveUp)
  moved()
  try {
    signal.throwIfAborted()
    return await send(guard.signal, moved, rest)
  } catch (error) {
    if (guard.signal.aborted && !signal.aborted)
      throw new HttpError(0, { message: 'The connection stalled.' })
    throw error
  } finally {
    rest()
    signal.removeEventListener('abort', giveUp)
  }
}
