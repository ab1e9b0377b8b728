import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { RecordKind } from '../recordKinds.ts'
import { pdfOf, recordQuery } from './verifyApi.ts'

/** Reads the next record and its PDF while this one is looked at, so that it is there at once. */
export function useReadAhead(kind: RecordKind, id: number | undefined, isFree: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined || !isFree) return undefined
    const leaving = new AbortController()
    const readAhead = async () => {
      const url = pdfOf(await client.fetchQuery(recordQuery(kind, id)))
      // Into the browser's own store, where the viewer finds it.
      if (url) await (await fetch(url, { signal: leaving.signal, priority: 'low' })).arrayBuffer()
    }
    // What did not come ahead is asked for when it is shown.
    readAhead().catch(() => {})
    return () => leaving.abort()
  }, [client, kind, id, isFree])
}
