import { type HistoryState, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

/** What this step of the browser's history was given along, once: a reload does not find it again. */
export function useStateOnce<Name extends keyof HistoryState>(name: Name): HistoryState[Name] {
  const { history } = useRouter()
  const [given] = useState(() => (history.location.state as HistoryState)[name])
  useEffect(() => {
    if (given !== undefined) history.replace(history.location.href, undefined, { ignoreBlocker: true })
  }, [given, history])
  return given
}
