import { useEffect, useRef, useState } from 'react'
import { documentMessages } from '#contract/documents.ts'
import { firstErrors } from '#contract/errors.ts'
import { AN_ERROR_OCCURRED } from '#contract/messages.ts'
import { HttpError } from '../../ui/http.ts'
import { newIdempotencyKey } from '../../ui/modal/idempotencyKey.ts'
import type { Transfer, Upload } from '../../ui/modal/useSaving.ts'

/** How long a document's messages stay. */
const MESSAGE_MS = 3_000

type Notice = { tone: 'bad' | 'good'; text: string }
type Send = (file: File, transfer: Transfer) => Promise<{ message: string }>

/** One document: the chosen file, how far it has travelled, and what came of it. What failed stays chosen. */
export function useDocumentUpload(send: Send, onSaved: () => void) {
  const [file, setFile] = useState<File | null>(null)
  const [notice, setNotice] = useState<Notice>()
  const [upload, setUpload] = useState<Upload>()
  const running = useRef<AbortController>(undefined)
  const idempotencyKey = useRef<string>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (!notice) return undefined
    const passing = setTimeout(setNotice, MESSAGE_MS, undefined)
    return () => clearTimeout(passing)
  }, [notice])

  const choose = (chosen: File | null) => {
    idempotencyKey.current = undefined
    setNotice(undefined)
    setFile(chosen)
  }
  const refuse = (text: string) => setNotice({ tone: 'bad', text })

  const start = async () => {
    if (upload) return
    if (!file) return refuse(documentMessages.fileRequired)
    const abort = new AbortController()
    const cancel = () => abort.abort()
    running.current = abort
    setNotice(undefined)
    setUpload({ share: 0, cancel })
    try {
      const { message } = await send(file, {
        onProgress: (share) => setUpload({ share, cancel }),
        signal: abort.signal,
        idempotencyKey: (idempotencyKey.current ??= newIdempotencyKey()),
      })
      choose(null)
      setNotice({ tone: 'good', text: message })
      onSaved()
    } catch (error) {
      // Without an answer it may have been saved all the same: the next try must not save it twice.
      if (error instanceof HttpError && error.status >= 400 && error.status < 500)
        idempotencyKey.current = undefined
      if (!abort.signal.aborted) refuse(refusalOf(error))
    } finally {
      running.current = undefined
      setUpload(undefined)
    }
  }
  return { file, choose, refuse, notice, upload, start: () => void start() }
}

/** The first word on the file; what is wrong with the rest comes after it. */
function refusalOf(error: unknown): string {
  if (!(error instanceof HttpError)) return AN_ERROR_OCCURRED
  const { file, ...others } = firstErrors(error.body.errors ?? {})
  return file ?? Object.values(others)[0] ?? error.message
}
