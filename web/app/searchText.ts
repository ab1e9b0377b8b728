/** Search parameters are plain text, so that an address reads as people write it: `?search=2024`, without quotes. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text))

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return entries.length ? `?${new URLSearchParams(entries)}` : ''
}
