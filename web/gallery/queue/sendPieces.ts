import type { DetailedError } from 'tus-js-client'
import { UPLOADS_PATH } from '#contract/gallery.ts'
import { AN_ERROR_OCCURRED } from '#contract/messages.ts'
import { callHeaders, fetchForgeryToken, HttpError, tellRefused } from '../../ui/http.ts'
import { withoutStalling } from './withoutStalling.ts'

/** What a lost connection costs at most. */
const PIECE = 4 * 1024 * 1024

type Pieces = {
  /** Where an earlier visit left off. */
  uploadUrl: string | undefined
  onUrl: (uploadUrl: string) => void
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Sends a film in pieces, from where the server says it stopped, once; whoever calls decides about another try. */
export async function sendPieces(file: File, pieces: Pieces): Promise<string> {
  try {
    return await withoutStalling(pieces.signal, (signal, moved) => transfer(file, pieces, signal, moved))
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    tellRefused(error.status)
    // The next try needs another forgery token.
    if (error.status === 419) await fetchForgeryToken(pieces.signal)
    // Another try got further meanwhile, as when a line was dead and nobody knew: the next one asks how far.
    throw error.status === 409 ? new HttpError(423, error.body) : error
  }
}

async function transfer(file: File, pieces: Pieces, signal: AbortSignal, moved: () => void): Promise<string> {
  const { Upload } = await import('tus-js-client')
  signal.throwIfAborted()
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      // The library would begin anew at any refusal, also a passing one, had it both addresses.
      ...(pieces.uploadUrl ? { uploadUrl: pieces.uploadUrl } : { endpoint: UPLOADS_PATH }),
      chunkSize: PIECE,
      metadata: { filename: file.name },
      // What was begun is remembered with the item, and tried again by the queue.
      storeFingerprintForResuming: false,
      retryDelays: null,
      onBeforeRequest: async (request) => {
        await setHeaders(request)
        signal.throwIfAborted()
      },
      onUploadUrlAvailable: () => upload.url && pieces.onUrl(upload.url),
      onProgress: (sent, total) => {
        moved()
        pieces.onProgress(sent / total)
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

/** Nobody needs to wait for it: what stays behind is swept after a day. */
export async function dropPieces(uploadUrl: string): Promise<void> {
  try {
    const { Upload } = await import('tus-js-client')
    await Upload.terminate(uploadUrl, { onBeforeRequest: setHeaders, retryDelays: null })
  } catch {
    // Then it is swept.
  }
}

async function setHeaders(request: { setHeader: (name: string, value: string) => void }): Promise<void> {
  for (const [name, value] of Object.entries(await callHeaders())) request.setHeader(name, value)
}

function asHttpError(error: Error | DetailedError): HttpError {
  const answer = 'originalResponse' in error ? error.originalResponse : null
  return new HttpError(answer?.getStatus() ?? 0, { message: messageOf(answer?.getBody()) })
}

function messageOf(body: string | undefined): string {
  try {
    const said: unknown = JSON.parse(body ?? '')
    return (said as { message?: string }).message ?? AN_ERROR_OCCURRED
  } catch {
    return AN_ERROR_OCCURRED
  }
}
