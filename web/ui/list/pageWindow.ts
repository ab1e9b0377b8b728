/** The page numbers to offer: `width` of them around `page`, all inside 1…`pages`. */
export function pageWindow(page: number, pages: number, width: number): number[] {
  const length = Math.min(width, pages)
  const centred = page - Math.floor(width / 2)
  const first = Math.max(1, Math.min(centred, pages - length + 1))
  return Array.from({ length }, (_, index) => first + index)
}
