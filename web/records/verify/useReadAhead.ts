import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pdfOf } from '../recordKinds.ts'
import { type RecordKey, recordQuery } from './verifyApi.ts'

/** Preloads a record that is likely to be verified next, and its PDF, so that they are shown at once. */
export function useReadAhead(next: RecordKey | undefined, isFree: boolean): void {
  const client = useQueryClient()
  const { of, id } = next ?? {}
  useEffect(() => {
    if (of === undefined || id === undefined || !isFree) return undefined
    const leaving = new AbortController()
    const readAhead = async () => {
      const url = pdfOf(await client.fetchQuery(recordQuery(of, id)))
      // Into the browser's cache, where the viewer finds it.
      if (url) await (await fetch(url, { signal: leaving.signal, priority: 'low' })).arrayBuffer()
    }
    // A failure is harmless: the record is loaded again when it is shown.
    readAhead().catch(() => {})
    return () => leaving.abort()
  }, [client, of, id, isFree])
}
