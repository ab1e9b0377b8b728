import type { Light } from './outdoors.ts'

const BOOK_COLOURS = ['#b0553f', '#e5ab3a', '#7fa08a', '#c98a62', '#2f7f7f', '#f6efe0', '#0b3d40']
const BOOK_WIDTHS = [13, 20, 17, 14, 11]
const BOOK_HEIGHTS = [46, 50, 37, 40, 43]

export function drawLaboratory({ sky, far, earth }: Light): string {
  const tubes = ['#b0553f', '#e5ab3a', '#557d6a'].map((colour, index) => {
    const x = 182 + index * 30
    return `<path d="M${x} 112v44q0 10 9 10t9-10v-44z" fill="#fff" opacity=".85"/>
      <path d="M${x} 138v18q0 10 9 10t9-10v-18z" fill="${colour}"/>`
  })
  return `<rect width="360" height="240" fill="#e9eee6"/><rect x="196" y="26" width="128" height="92" fill="${sky}"/>
    <path d="M260 26v92M196 72h128" stroke="#f6efe0" stroke-width="5"/>
    <path d="M196 100q40-20 128-6v24H196z" fill="${far}"/><rect x="34" y="30" width="124" height="72" fill="#24413f"/>
    <path d="M50 52h60M50 66h84M50 80h44" stroke="#b8ccc6" stroke-width="3" stroke-linecap="round"/>
    <rect y="176" width="360" height="64" fill="${earth}"/><rect y="168" width="360" height="12" fill="#a96c47"/>
    <path d="M84 90h28v30l26 42q4 8-5 8H63q-9 0-5-8l26-42z" fill="#fff" opacity=".85"/>
    <path d="m74 140 54 0 11 20q4 8-5 8H63q-9 0-5-8z" fill="#2f7f7f"/>
    <path d="M80 90h36" stroke="#24413f" stroke-width="5" stroke-linecap="round"/>
    <circle cx="92" cy="152" r="4" fill="#fff" opacity=".6"/><circle cx="106" cy="146" r="3" fill="#fff" opacity=".6"/>
    ${tubes.join('')}<path d="M172 126h98" stroke="#8a5638" stroke-width="6"/>`
}

export function drawLibrary({ wall }: Light): string {
  const shelves = [28, 94, 160].map((top, shelf) => {
    let x = 46
    let books = ''
    for (let index = 0; x < 290; index++) {
      const at = index + shelf * 4
      const width = BOOK_WIDTHS[(at * 3) % 5] ?? 0
      const height = BOOK_HEIGHTS[(at * 2) % 5] ?? 0
      // A gap where a book is lent.
      if (at % 9 === 7) x += 16
      const y = top + 56 - height
      books += `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${BOOK_COLOURS[at % 7]}"/>
        <path d="M${x + 3} ${y + 10}h${width - 6}" stroke="#fff" stroke-opacity=".55" stroke-width="2"/>`
      x += width + 1
    }
    return `<rect x="40" y="${top}" width="280" height="56" fill="#5b3f2d"/>${books}`
  })
  return `<rect width="360" height="240" fill="${wall}"/>
    <rect x="28" y="16" width="304" height="210" fill="#a96c47"/>${shelves.join('')}`
}
