import { useState } from 'react'

/** A stable key for each row, so that focus and an open list stay in place when other rows are removed. */
export function useRowKeys(count: number) {
  const [keys, setKeys] = useState<number[]>([])
  const fitted = keys.length === count ? keys : fit(keys, count)
  // A loaded record, a draft or Clear also adds and removes rows.
  if (fitted !== keys) setKeys(fitted)
  return { keys: fitted, dropKey: (index: number) => setKeys(fitted.toSpliced(index, 1)) }
}

function fit(keys: number[], count: number): number[] {
  const first = Math.max(-1, ...keys) + 1
  const added = Array.from({ length: Math.max(0, count - keys.length) }, (_, index) => first + index)
  return [...keys.slice(0, count), ...added]
}
