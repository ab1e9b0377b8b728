/** The place of what waits next, after this one and then from the beginning; undefined where nothing else waits. */
export function nextOpen(
  rows: { id: number }[],
  done: ReadonlySet<number>,
  place: number,
): number | undefined {
  const order = rows.map((_row, step) => (place + 1 + step) % rows.length)
  return order.find((index) => index !== place && !done.has(rows[index]?.id ?? 0))
}
