import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nextOpen } from './nextOpen.ts'
import type { RecordKind } from '../recordKinds.ts'
import { queueQuery } from './verifyApi.ts'

const NONE: ReadonlySet<number> = new Set()

/** Where one stands in what waits. What is done stays in its place, so that one can look back. */
export function useQueue(kind: RecordKind, first: number | undefined) {
  const [round, setRound] = useState(0)
  const [place, setPlace] = useState(0)
  const [done, setDone] = useState(NONE)
  const { data, error, refetch } = useQuery(queueQuery(kind, round === 0 ? first : undefined, round))

  const rows = data?.data ?? []
  const row = rows[place]
  const upcoming = nextOpen(rows, done, place)

  const goOn = () => {
    if (upcoming !== undefined) return setPlace(upcoming)
    // Through: more may have come meanwhile, or there were more than are told of at a time.
    setRound(round + 1)
    setPlace(0)
    setDone(NONE)
  }
  const finish = (id: number) => setDone((before) => new Set(before).add(id))

  return {
    isLoading: data === undefined,
    error,
    retry: () => void refetch(),
    row,
    isDone: row !== undefined && done.has(row.id),
    /** What comes after this one is done. */
    next: upcoming === undefined ? undefined : rows[upcoming],
    position: { number: place + 1, total: data?.meta.total ?? 0 },
    toNext: place < rows.length - 1 ? () => setPlace(place + 1) : undefined,
    toPrevious: place > 0 ? () => setPlace(place - 1) : undefined,
    finish,
    goOn,
  }
}
