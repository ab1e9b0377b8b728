type Facts = Record<string, string>

/**
 * The order of a record's rows before and after, as the history tells it where it alone has changed: what was added
 * or removed tells itself.
 */
export function orderFacts(name: string, before: string[], after: string[]): { from: Facts; to: Facts } {
  const [from, to] = [before, after].map((names) => names.join(', '))
  const areTheSame = before.toSorted().join('\n') === after.toSorted().join('\n')
  if (!areTheSame || from === undefined || to === undefined) return { from: {}, to: {} }
  return { from: { [name]: from }, to: { [name]: to } }
}
