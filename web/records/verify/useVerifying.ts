import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { UNVERIFIED } from '#contract/records.ts'
import { HttpError } from '../../ui/http.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import { useQueue } from './useQueue.ts'
import { useReadAhead } from './useReadAhead.ts'
import { giveBack, pdfOf, recordQuery, verify } from './verifyApi.ts'

/** Goes through what waits: what is before one's eyes, what can be done with it, and how it went. */
export function useVerifying(kind: RecordKind, first: number | undefined) {
  const client = useQueryClient()
  const queue = useQueue(kind, first)
  const { row } = queue
  const {
    data: record,
    error,
    refetch,
  } = useQuery({
    ...recordQuery(kind, row?.id ?? 0),
    enabled: row !== undefined,
  })
  const [tally, setTally] = useState({ verified: 0, returned: 0 })
  const [said, setSaid] = useState('')
  const refresh = useRefresh(kind)

  const pdf = record ? pdfOf(record) : null
  const [shownPdf, setShownPdf] = useState<string | null>(null)
  const onPdfShown = useCallback(() => setShownPdf(pdf), [pdf])
  /** Nobody verifies what they have not seen: a key that is pressed twice must not hit the next one. */
  const isSeen = record !== undefined && (pdf === null || shownPdf === pdf)
  useReadAhead(kind, queue.next?.id, isSeen)

  const settling = useMutation({
    mutationFn: async (remark: string | undefined) => {
      if (!record) return
      const { data } = await (remark === undefined ? verify(kind, record) : giveBack(kind, record, remark))
      client.setQueryData(recordQuery(kind, data.id).queryKey, data)
      refresh.note(data.student_id)
      setTally(({ verified, returned }) =>
        remark === undefined ? { verified: verified + 1, returned } : { verified, returned: returned + 1 },
      )
      setSaid(`${row?.student}: ${remark === undefined ? 'Verified' : 'Returned'}.`)
      queue.finish(data.id)
      queue.goOn()
    },
    onError: async (refusal) => {
      if (!(refusal instanceof HttpError && refusal.status === 409)) return
      const { data } = await refetch()
      if (!data) return
      refresh.note(data.student_id)
      // Somebody else was quicker: it does not wait any more.
      if (data.status !== UNVERIFIED || (data.remark !== null && data.remark !== record?.remark))
        queue.finish(data.id)
    },
  })

  const move = (step: (() => void) | undefined) =>
    step && !settling.isPending
      ? () => {
          settling.reset()
          setSaid('')
          step()
        }
      : undefined
  const isOpen = isSeen && record.status === UNVERIFIED && !queue.isDone && !settling.isPending

  return {
    queue,
    record,
    pdf,
    onPdfShown,
    error: queue.error ?? error,
    retry: queue.error ? queue.retry : () => void refetch(),
    refusal: settling.error,
    tally,
    said,
    isBusy: settling.isPending,
    verify: isOpen ? () => settling.mutate(undefined) : undefined,
    giveBack: isOpen ? settling.mutateAsync : undefined,
    toNext: move(queue.toNext),
    toPrevious: move(queue.toPrevious),
    refresh: refresh.now,
  }
}

/** What is behind learns of it once one is through: it would else be read anew after each of two hundred. */
function useRefresh(kind: RecordKind) {
  const client = useQueryClient()
  const students = useRef(new Set<number>())
  const now = useCallback(() => {
    if (students.current.size === 0) return
    void client.invalidateQueries({ queryKey: [recordKinds[kind].key] })
    for (const id of students.current) void client.invalidateQueries({ queryKey: ['student', id] })
    students.current.clear()
  }, [client, kind])
  useEffect(() => now, [now])
  return { note: (student: number) => void students.current.add(student), now }
}
