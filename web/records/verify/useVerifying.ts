import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { UNVERIFIED } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { HttpError } from '../../ui/http.ts'
import type { PdfSight } from '../../ui/pdf/PdfPage.tsx'
import { useUndo } from '../../ui/undo/useUndo.tsx'
import { refreshRecords } from '../recordApi.ts'
import { type AnyRecord, pdfOf, type RecordKind } from '../recordKinds.ts'
import { returnRecord, type Queue, queueQuery, recordQuery, unverify, verify } from './verifyApi.ts'

/** Steps through the waiting records: the current record, its actions, and their results. */
export function useVerifying(kind: RecordKind, asked: Queue) {
  const client = useQueryClient()
  const queue = useQueue(kind, asked)
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
  const undo = useUndo({ shortcut: 'U' })

  const pdf = record ? pdfOf(record) : null
  const [looked, setLooked] = useState<{ at: string | null; sight: PdfSight }>()
  const onPdfSight = useCallback(
    (sight: PdfSight) =>
      // A PDF that was seen, even in another tab, counts as seen.
      setLooked((before) => (before?.at === pdf && before.sight === 'shown' ? before : { at: pdf, sight })),
    [pdf],
  )
  /** Undefined while the PDF loads, or has not been scrolled to. */
  const sight = pdf === null ? 'shown' : looked?.at === pdf ? looked.sight : undefined
  useReadAhead(kind, queue.next?.id, record !== undefined && sight !== undefined)

  const store = (data: AnyRecord) => {
    const { queryKey } = recordQuery(kind, data.id)
    // A reload that began before the change would show the former version again.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, data)
    refresh.note(data.student_id)
  }

  // Refs, because U may follow V before the next render.
  const isVerifying = useRef(false)
  const wantsUndo = useRef(false)
  const settling = useMutation({
    mutationFn: async (remark: string | undefined) => {
      if (!record) return
      const { data } = await (remark === undefined
        ? verify(kind, record)
        : returnRecord(kind, record, remark))
      store(data)
      setTally(({ verified, returned }) =>
        remark === undefined ? { verified: verified + 1, returned } : { verified, returned: returned + 1 },
      )
      // The Undo bar announces a verification.
      setSaid(remark === undefined ? '' : `${row?.student}: Returned.`)
      queue.finish(data.id)
      queue.goOn()
      if (remark === undefined) offerUndo(data)
    },
    onError: async (refusal) => {
      if (!(refusal instanceof HttpError && refusal.status === 409)) return
      const { data } = await refetch()
      if (!data) return
      refresh.note(data.student_id)
      // Somebody else has verified or returned the record first.
      if (data.status !== UNVERIFIED || (data.remark !== null && data.remark !== record?.remark))
        queue.finish(data.id)
    },
    onSettled: () => {
      isVerifying.current = false
    },
  })

  /** Undo returns to the record, which waits again. */
  const offerUndo = ({ id, term }: AnyRecord) =>
    undo.offer({
      icon: IconCircleCheck,
      done: 'Verified.',
      about: `${row?.student}, ${term}`,
      undo: async () => {
        const { data } = await unverify(kind, id)
        store(data)
        setTally(({ verified, returned }) => ({ verified: verified - 1, returned }))
        setSaid(`${row?.student}: Unverified.`)
        settling.reset()
        queue.comeBack(id)
        return undefined
      },
    })

  // U pressed while a verification is being saved takes that one back, as soon as it is saved.
  useEffect(() => {
    if (!wantsUndo.current || isVerifying.current || settling.isPending) return
    wantsUndo.current = false
    if (settling.isSuccess) undo.undo?.()
  }, [settling.isPending, settling.isSuccess, undo])

  const move = (step: (() => void) | undefined) =>
    step && !settling.isPending
      ? () => {
          settling.reset()
          setSaid('')
          step()
        }
      : undefined
  const isOpen = record?.status === UNVERIFIED && !queue.isDone && !settling.isPending

  return {
    queue,
    record,
    pdf,
    onPdfSight,
    error: queue.error ?? error,
    retry: queue.error ? queue.retry : () => void refetch(),
    refusal: settling.error,
    tally,
    said,
    isBusy: settling.isPending,
    undo: undo.bar,
    /** The keyboard shortcut of Undo. */
    undoByKey: () => {
      if (isVerifying.current) wantsUndo.current = true
      else undo.undo?.()
    },
    // A record can be verified only with its PDF shown, so that a key pressed twice does not verify the next one.
    verify:
      isOpen && sight === 'shown'
        ? () => {
            isVerifying.current = true
            settling.mutate(undefined)
          }
        : undefined,
    /** What must happen before it can be verified. */
    waitsFor: isOpen ? waitingFor(sight) : undefined,
    // Records of a student who has left cannot be edited, so they cannot be returned either.
    returnRecord: isOpen && row?.student_status === STUDENT_ACTIVE ? settling.mutateAsync : undefined,
    toNext: move(queue.toNext),
    toPrevious: move(queue.toPrevious),
    refresh: refresh.now,
  }
}

function waitingFor(sight: PdfSight | undefined): string | undefined {
  if (sight === 'shown') return undefined
  return sight === 'failed' ? 'Open the PDF in a new tab to verify.' : 'Verify waits for the PDF.'
}

/** Refreshes the screens behind once, when the dialog closes, instead of after each record. */
function useRefresh(kind: RecordKind) {
  const client = useQueryClient()
  const students = useRef(new Set<number>())
  const now = useCallback(() => {
    if (students.current.size === 0) return
    refreshRecords(client, kind, students.current)
    students.current.clear()
  }, [client, kind])
  useEffect(() => now, [now])
  return { note: (student: number) => void students.current.add(student), now }
}

const NONE: ReadonlySet<number> = new Set()

/** The queue of waiting records and the position in it. Settled records stay in it, so that users can go back. */
function useQueue(kind: RecordKind, { first, time }: Queue) {
  const [{ round, from }, setRound] = useState({ round: 0, from: first })
  const [place, setPlace] = useState(0)
  const [done, setDone] = useState(NONE)
  const { data, error, refetch } = useQuery(queueQuery(kind, { first: from, time }, round))

  const rows = data?.data ?? []
  /** For an Undo some rounds later. */
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const row = rows[place]
  const upcoming = nextOpen(rows, done, place)

  const goOn = () => {
    if (upcoming !== undefined) return setPlace(upcoming)
    // The end of this round: new records may be waiting, or there were more than one answer contains.
    startRound()
  }
  const startRound = (record?: number) => {
    setRound(({ round: last }) => ({ round: last + 1, from: record }))
    setPlace(0)
    setDone(NONE)
  }
  /** Shows a record that waits again, perhaps after a new round has begun. */
  const comeBack = (id: number) => {
    const its = latest.current.findIndex((each) => each.id === id)
    if (its < 0) return startRound(id)
    setDone((before) => new Set([...before].filter((each) => each !== id)))
    setPlace(its)
  }
  const finish = (id: number) => setDone((before) => new Set(before).add(id))

  return {
    isLoading: data === undefined,
    error,
    retry: () => void refetch(),
    row,
    isDone: row !== undefined && done.has(row.id),
    /** The record after this one. */
    next: upcoming === undefined ? undefined : rows[upcoming],
    position: { number: place + 1, total: data?.meta.total ?? 0 },
    toNext: place < rows.length - 1 ? () => setPlace(place + 1) : undefined,
    toPrevious: place > 0 ? () => setPlace(place - 1) : undefined,
    finish,
    goOn,
    comeBack,
  }
}

/** The index of the next waiting record, after this one and then from the start; undefined if none waits. */
export function nextOpen(
  rows: { id: number }[],
  done: ReadonlySet<number>,
  place: number,
): number | undefined {
  const order = rows.map((_row, step) => (place + 1 + step) % rows.length)
  return order.find((index) => index !== place && !done.has(rows[index]?.id ?? 0))
}

/** Preloads the next record and its PDF, so that they are shown at once. */
function useReadAhead(kind: RecordKind, id: number | undefined, isFree: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined || !isFree) return undefined
    const leaving = new AbortController()
    const readAhead = async () => {
      const url = pdfOf(await client.fetchQuery(recordQuery(kind, id)))
      // Into the browser's cache, where the viewer finds it.
      if (url) await (await fetch(url, { signal: leaving.signal, priority: 'low' })).arrayBuffer()
    }
    // A failure is harmless: the record is loaded again when it is shown.
    readAhead().catch(() => {})
    return () => leaving.abort()
  }, [client, kind, id, isFree])
}
