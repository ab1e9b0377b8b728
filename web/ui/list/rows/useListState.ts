import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#contract/base/lists.ts'
import { useSessionUser } from '../../sessionUser.ts'
import { addressOf, knownSize, type ListState, nextSort, readListState } from './listState.ts'

/** Long enough to write one address and send one query per word instead of one per key. */
const TYPING_PAUSE_MS = 200

export type ListControls = {
  /** The state on the screen, with the search as typed so far. */
  shown: ListState
  /** The state in the address, with the search as of the last pause in typing. */
  settled: ListState
  /** The functions stay the same from render to render. */
  setSearch: (search: string) => void
  setPage: (page: number) => void
  setSize: (size: number) => void
  toggleSort: (column: string) => void
  /** Corrects the page in the address after rows were removed, without adding a history entry. */
  correctPage: (page: number) => void
}

export function useListState(): ListControls {
  const address = readListState(useSearch({ strict: false }))
  const [ownSize, keepOwnSize] = useOwnSize()
  const settled = { ...address, size: address.size ?? ownSize }
  const [typed, setTyped] = useState(settled.search)
  /** The searches that this hook wrote to the address, newest last: on a slow machine several may be pending. */
  const [written, setWritten] = useState([settled.search])
  const [lastSeen, setLastSeen] = useState(settled.search)

  // Back, Forward or a link changed the address. A search that this hook wrote there itself is ignored.
  if (settled.search !== lastSeen) {
    setLastSeen(settled.search)
    const own = written.lastIndexOf(settled.search)
    setWritten(own < 0 ? [settled.search] : written.slice(own))
    if (own < 0) setTyped(settled.search)
  }

  const shown = typed === settled.search ? settled : { ...settled, search: typed, page: 1 }
  const write = useAddressWriter(typed)

  useEffect(() => {
    if (typed === written.at(-1)) return undefined
    const settle = () => {
      setWritten((before) => [...before, typed])
      write(() => ({ page: 1 }), 'replace')
    }
    const pause = setTimeout(settle, TYPING_PAUSE_MS)
    // The user may open a form next, where a late change of the address would interfere with Back.
    addEventListener('focusout', settle)
    return () => {
      clearTimeout(pause)
      removeEventListener('focusout', settle)
    }
  }, [typed, written, write])

  const actions = useMemo(
    () => ({
      setSearch: setTyped,
      setPage: (page: number) => write(() => ({ page }), 'push'),
      setSize: (size: number) => {
        keepOwnSize(size)
        // No history entry, because the list before it would now have this size too.
        write(() => ({ size, page: 1 }), 'replace')
      },
      toggleSort: (column: string) =>
        write(({ sort }) => ({ sort: nextSort(sort, column), page: 1 }), 'push'),
      correctPage: (page: number) => write(() => ({ page }), 'replace'),
    }),
    [write, setTyped, keepOwnSize],
  )
  return { shown, settled, ...actions }
}

/** The page size that this user chose last in this list, else in any list, in this browser. */
function useOwnSize() {
  const { id } = useSessionUser()
  const list = useLocation({ select: ({ pathname, search }) => search.menu ?? pathname })
  const lastChosen = `elimu.listSize.${id}`
  const key = `${lastChosen}.${list}`
  const [size, setSize] = useState<number>(
    () => storedSize(key) ?? storedSize(lastChosen) ?? DEFAULT_PAGE_SIZE,
  )
  const keep = useCallback(
    (chosen: number) => {
      for (const each of [key, lastChosen]) localStorage.setItem(each, String(chosen))
      setSize(chosen)
    },
    [key, lastChosen],
  )
  return [size, keep] as const
}

const storedSize = (key: string) => knownSize(localStorage.getItem(key))

type Change = (before: Pick<ListState, 'sort'>) => Partial<ListState>

/**
 * Changes part of the list's state in the address and leaves the rest of the address unchanged. Every change also
 * writes the search as typed so far, so that a click right after a keystroke does not lose it.
 */
function useAddressWriter(typed: string) {
  const navigate = useNavigate()
  const search = useRef(typed)
  useEffect(() => {
    search.current = typed
  }, [typed])
  return useCallback(
    (change: Change, history: 'push' | 'replace') =>
      void navigate({
        to: '.',
        // A replaced entry keeps the page it was opened from.
        ...(history === 'replace' && { replace: true, state: true }),
        resetScroll: false,
        search: (address: Record<string, unknown>) => {
          const before = readListState(address)
          return { ...address, ...addressOf({ ...before, search: search.current, ...change(before) }) }
        },
      }),
    [navigate],
  )
}
