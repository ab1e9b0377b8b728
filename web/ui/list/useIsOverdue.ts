import { useEffect, useState } from 'react'
import { PATIENCE_MS } from '../http.ts'

/** Whether something has been waited for so long that people should be told. */
export function useIsOverdue(isWaiting: boolean): boolean {
  const [isOverdue, setIsOverdue] = useState(false)
  useEffect(() => {
    if (!isWaiting) return undefined
    const patience = setTimeout(() => setIsOverdue(true), PATIENCE_MS)
    return () => {
      clearTimeout(patience)
      setIsOverdue(false)
    }
  }, [isWaiting])
  return isOverdue
}
