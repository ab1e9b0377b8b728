import { useEffect, useRef, useState } from 'react'
import { documentMessages } from '#contract/records/documents.ts'
import { fieldMessagesOf, isRefusal, messageOf } from '../../ui/http.ts'
import { newIdempotencyKey } from '../../ui/modal/idempotencyKey.ts'
import type { Transfer, Upload } from '../../ui/modal/useSaving.ts'

/** How long a document's messages are shown. */
const MESSAGE_MS = 3_000

type Notice = { tone: 'bad' | 'good'; text: string }
type Send = (file: File, transfer: Transfer) => Promise<{ message: string }>

/** The upload of one document: its file, progress and message. After a failure the file stays chosen. */
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
      // Without an answer the server may have saved it: the key stays, so that the next try does not save it twice.
      if (isRefusal(error)) idempotencyKey.current = undefined
      if (!abort.signal.aborted) refuse(refusalOf(error))
    } finally {
      running.current = undefined
      setUpload(undefined)
    }
  }
  return { file, choose, refuse, notice, upload, start: () => void start() }
}

/** The error of the file, else the first error of another field, else the message. */
function refusalOf(error: unknown): string {
  const { file, ...others } = fieldMessagesOf(error)
  return file ?? Object.values(others)[0] ?? messageOf(error)
}
