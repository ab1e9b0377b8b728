type Row = { id?: string | number }

type Taking<Own extends Row> = {
  /** What a row of one is known by in the other. */
  keyOf: (row: Own) => string | number | undefined
  /** Whether others changed it. */
  isTold: (row: Own) => boolean
}

/** The rows as they are typed, with those that others changed, added or removed meanwhile. */
export function takeRows<Own extends Row>(
  typed: Own[],
  theirs: Own[],
  { keyOf, isTold }: Taking<Own>,
): Own[] {
  const there = new Set(theirs.map(({ id }) => id))
  const taken = new Map(theirs.filter(isTold).map((row) => [keyOf(row), row]))
  const rows = typed.flatMap((row) => {
    if (row.id && !there.has(row.id)) return []
    const key = keyOf(row)
    const told = taken.get(key)
    taken.delete(key)
    return told ?? row
  })
  return [...rows, ...taken.values()]
}
