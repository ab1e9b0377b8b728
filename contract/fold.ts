/** Text as it is searched and sorted: without case and accents, on both engines and in the browser alike. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()
}
