import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** Reads a value from this entry of the browser's history, and removes it there: a reload does not find it again. */
export function useStateOnce<Name extends keyof HistoryState>(name: Name): HistoryState[Name] {
  const { history } = useRouter()
  const [given] = useState(() => (history.location.state as HistoryState)[name])
  useEffect(() => {
    if (given !== undefined) history.replace(history.location.href, undefined, { ignoreBlocker: true })
  }, [given, history])
  return given
}
