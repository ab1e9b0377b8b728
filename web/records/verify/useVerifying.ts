import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { UNVERIFIED } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { HttpError } from '../../ui/http.ts'
import type { PdfOutcome } from '../../ui/pdf/PdfPage.tsx'
import { useUndo } from '../../ui/undo/useUndo.tsx'
import { refreshRecords } from '../recordApi.ts'
import { type AnyRecord, everyRecordKind, pdfOf, type RecordKind } from '../recordKinds.ts'
import {
  type Queue,
  queueQuery,
  type QueueRow,
  type RecordKey,
  recordQuery,
  returnRecord,
  unverify,
  verify,
} from './verifyApi.ts'
import { useReadAhead } from './useReadAhead.ts'
import { SettledContext } from './VerifyUndo.tsx'

/** Steps through the waiting records: the current record, its actions, and their results. */
export function useVerifying(kind: RecordKind, asked: Queue, close: () => void) {
  const client = useQueryClient()
  const queue = useQueue(kind, asked)
  const { row } = queue
  const {
    data: record,
    error,
    refetch,
  } = useQuery({
    ...recordQuery(row?.of ?? kind, row?.id ?? 0),
    enabled: row !== undefined,
  })
  const [tally, setTally] = useState({ verified: 0, returned: 0 })
  const [said, setSaid] = useState('')
  const [isTooEarly, setIsTooEarly] = useState(false)
  const refresh = useRefresh()
  const undo = useUndo({ shortcut: 'U' })
  const onSettled = useContext(SettledContext)

  const pdf = record ? pdfOf(record) : null
  const [looked, setLooked] = useState<{ at: string | null; outcome: PdfOutcome }>()
  const onPdfOutcome = useCallback(
    (outcome: PdfOutcome) =>
      // A PDF that was seen, even in another tab, counts as seen.
      setLooked((before) =>
        before?.at === pdf && before.outcome === 'shown' ? before : { at: pdf, outcome },
      ),
    [pdf],
  )
  /** Undefined while the PDF loads, or has not been scrolled to. */
  const outcome = pdf === null ? 'shown' : looked?.at === pdf ? looked.outcome : undefined
  useReadAhead(queue.next, record !== undefined && outcome !== undefined)

  const store = (of: RecordKind, data: AnyRecord) => {
    const { queryKey } = recordQuery(of, data.id)
    // A reload that began before the change would show the former version again.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, data)
    refresh.note(of, data.student_id)
  }

  // Refs, because U may follow V before the next render.
  const isVerifying = useRef(false)
  const wantsUndo = useRef(false)
  const settling = useMutation({
    mutationFn: async (remark: string | undefined) => {
      if (!record || !row) return
      setIsTooEarly(false)
      const { data } = await (remark === undefined
        ? verify(row.of, record)
        : returnRecord(row.of, record, remark))
      store(row.of, data)
      setTally(({ verified, returned }) =>
        remark === undefined ? { verified: verified + 1, returned } : { verified, returned: returned + 1 },
      )
      // The Undo bar announces a verification.
      setSaid(remark === undefined ? '' : `${row.student}: Returned.`)
      queue.finish(row)
      // U was pressed already, so the dialog stays open for the Undo.
      const isEnd = asked.only !== undefined && queue.next === undefined && !wantsUndo.current
      if (isEnd && onSettled) {
        onSettled(row, remark === undefined ? 'verified' : 'returned')
        refresh.now()
        close()
        return
      }
      queue.toNextOpen()
      if (remark === undefined) offerUndo(row)
    },
    onError: async (refusal) => {
      if (!(refusal instanceof HttpError && refusal.status === 409)) return
      const { data } = await refetch()
      if (!data || !row) return
      refresh.note(row.of, data.student_id)
      // Somebody else has verified or returned the record first.
      if (data.status !== UNVERIFIED || (data.remark !== null && data.remark !== record?.remark))
        queue.finish(row)
    },
    onSettled: () => {
      isVerifying.current = false
    },
  })

  /** Undo returns to the record, which waits again. */
  const offerUndo = (verified: QueueRow) =>
    undo.offer({
      icon: IconCircleCheck,
      done: 'Verified.',
      about: `${verified.student}, ${verified.term}`,
      undo: async () => {
        const { data } = await unverify(verified.of, verified.id)
        store(verified.of, data)
        setTally((before) => ({ ...before, verified: before.verified - 1 }))
        setSaid(`${verified.student}: Unverified.`)
        settling.reset()
        queue.comeBack(verified)
        return undefined
      },
    })

  // U pressed while a verification is being saved undoes it as soon as it is saved.
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
          setIsTooEarly(false)
          step()
        }
      : undefined
  const isOpen = record?.status === UNVERIFIED && !queue.isDone && !settling.isPending

  return {
    queue,
    record,
    pdf,
    onPdfOutcome,
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
      isOpen && outcome === 'shown'
        ? () => {
            isVerifying.current = true
            settling.mutate(undefined)
          }
        : undefined,
    /** In place of `verify`, while the PDF or the last answer is awaited: the user must learn that nothing was verified. */
    verifyTooEarly: isOpen || settling.isPending || !record ? () => setIsTooEarly(true) : undefined,
    isTooEarly,
    /** What must happen before it can be verified. */
    waitsFor: isTooEarly && outcome !== 'failed' ? TOO_EARLY : isOpen ? waitingFor(outcome) : undefined,
    // Records of a student who has left cannot be edited, so they cannot be returned either.
    returnRecord: isOpen && row?.student_status === STUDENT_ACTIVE ? settling.mutateAsync : undefined,
    toNext: move(queue.toNext),
    toPrevious: move(queue.toPrevious),
    refresh: refresh.now,
  }
}

const TOO_EARLY = 'Not verified yet. Press Verify again when you see the PDF.'

function waitingFor(outcome: PdfOutcome | undefined): string | undefined {
  if (outcome === 'shown') return undefined
  return outcome === 'failed' ? 'Open the PDF in a new tab to verify.' : 'Verify waits for the PDF.'
}

/** Refreshes the screens behind once, when the dialog closes, instead of after each record. */
function useRefresh() {
  const client = useQueryClient()
  const changed = useRef({ report: new Set<number>(), receipt: new Set<number>() })
  const now = useCallback(() => {
    for (const kind of everyRecordKind) {
      const students = changed.current[kind]
      if (students.size > 0) refreshRecords(client, kind, students)
      students.clear()
    }
  }, [client])
  useEffect(() => now, [now])
  return { note: (of: RecordKind, student: number) => void changed.current[of].add(student), now }
}

const keyOf = ({ of, id }: RecordKey) => `${of} ${id}`
const NONE: ReadonlySet<string> = new Set()

/** The queue of waiting records and the position in it. Settled records stay in it, so that users can go back. */
function useQueue(kind: RecordKind, asked: Queue) {
  const [{ round, first }, setRound] = useState<{ round: number; first?: RecordKey | undefined }>({
    round: 0,
  })
  const [index, setIndex] = useState(0)
  const [done, setDone] = useState(NONE)
  const { data, error, refetch } = useQuery(queueQuery(kind, asked, first, round))

  const rows = data?.rows ?? []
  /** The newest rows, for an Undo some rounds later. */
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const row = rows[index]
  const upcoming = nextOpen(rows, done, index)

  const toNextOpen = () => {
    if (upcoming !== undefined) return setIndex(upcoming)
    // The end of this round: new records may be waiting, or there were more than one answer contains.
    startRound()
  }
  const startRound = (record?: RecordKey) => {
    setRound(({ round: last }) => ({ round: last + 1, first: record && { of: record.of, id: record.id } }))
    setIndex(0)
    setDone(NONE)
  }
  /** Shows a record that waits again, perhaps after a new round has begun. */
  const comeBack = (record: RecordKey) => {
    const key = keyOf(record)
    const its = latest.current.findIndex((each) => keyOf(each) === key)
    if (its < 0) return startRound(record)
    setDone((before) => new Set([...before].filter((each) => each !== key)))
    setIndex(its)
  }
  const finish = (record: RecordKey) => setDone((before) => new Set(before).add(keyOf(record)))

  return {
    isLoading: data === undefined,
    error,
    retry: () => void refetch(),
    row,
    isDone: row !== undefined && done.has(keyOf(row)),
    /** The record after this one. */
    next: upcoming === undefined ? undefined : rows[upcoming],
    position: { number: index + 1, total: data?.total ?? 0 },
    toNext: index < rows.length - 1 ? () => setIndex(index + 1) : undefined,
    toPrevious: index > 0 ? () => setIndex(index - 1) : undefined,
    finish,
    toNextOpen,
    comeBack,
  }
}

/** The index of the next waiting record, after this one and then from the start; undefined if none waits. */
export function nextOpen(rows: RecordKey[], done: ReadonlySet<string>, current: number): number | undefined {
  const order = rows.map((_row, step) => (current + 1 + step) % rows.length)
  return order.find((index) => {
    const row = rows[index]
    return index !== current && row && !done.has(keyOf(row))
  })
}
