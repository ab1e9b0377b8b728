type Row = { id: string }

/**
 * What others saved, merged with the user's unsaved changes since `before`. If both changed the same field or row, the
 * user's change wins.
 */
export function mergeChanges<Values extends object>(before: Values, mine: Values, theirs: Values): Values {
  const kept = Object.entries(mine).map(([field, value]) => {
    const [old, other]: unknown[] = [Reflect.get(before, field), Reflect.get(theirs, field)]
    if (isSame(value, old)) return [field, other]
    return [field, areRows(value) ? mergeRows(old as Row[], value, other as Row[]) : value]
  })
  return Object.fromEntries(kept) as Values
}

/** Rows are the same if they have the same id. A new row has none. */
function mergeRows(before: Row[], mine: Row[], theirs: Row[]): Row[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const other = new Map(theirs.map((row) => [row.id, row]))
  const kept = mine.flatMap((row) => (isSame(row, old.get(row.id)) ? (other.get(row.id) ?? []) : row))
  return [
    ...kept.filter(({ id }) => id),
    ...theirs.filter(({ id }) => !old.has(id)),
    ...kept.filter(({ id }) => !id),
  ]
}

const areRows = (value: unknown): value is Row[] => Array.isArray(value)

/** A chosen file always differs from the previous value. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (!(one instanceof File) && JSON.stringify(one) === JSON.stringify(other))
