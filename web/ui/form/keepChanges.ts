type Row = { id: string }

/**
 * What others saved, with what somebody has changed since `before` and not saved. Of two changes of one field or row,
 * theirs is left out.
 */
export function keepChanges<Values extends object>(before: Values, mine: Values, theirs: Values): Values {
  const kept = Object.entries(mine).map(([field, value]) => {
    const [old, other]: unknown[] = [Reflect.get(before, field), Reflect.get(theirs, field)]
    if (isSame(value, old)) return [field, other]
    return [field, areRows(value) ? keepRows(old as Row[], value, other as Row[]) : value]
  })
  return Object.fromEntries(kept) as Values
}

/** Rows are the same if they have the same id. A new one has none yet. */
function keepRows(before: Row[], mine: Row[], theirs: Row[]): Row[] {
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

/** A chosen file is never the same as what was there before. */
const isSame = (one: unknown, other: unknown) =>
  one === other || (!(one instanceof File) && JSON.stringify(one) === JSON.stringify(other))
