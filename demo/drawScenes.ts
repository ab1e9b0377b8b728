/** The time of the day, which gives a drawing its colours. */
export type Light = { sky: string; sun: string; far: string; near: string; earth: string; wall: string }

export const lights: Light[] = [
  { sky: '#dcebea', sun: '#e5ab3a', far: '#7fa08a', near: '#557d6a', earth: '#c98a62', wall: '#f6efe0' },
  { sky: '#f3dfb8', sun: '#e5ab3a', far: '#7fa08a', near: '#557d6a', earth: '#b97a52', wall: '#f3e4c8' },
  { sky: '#f2cdb4', sun: '#d9703f', far: '#8a8f86', near: '#5a6f66', earth: '#a9663f', wall: '#eed9bd' },
  { sky: '#cfe0ee', sun: '#f0c75a', far: '#93ab72', near: '#6f8a55', earth: '#d09a6c', wall: '#e7eef0' },
]

export function drawSchool({ sky, sun, far, earth, wall }: Light): string {
  const windows = [98, 138, 218, 258].map(
    (x) => `<rect x="${x}" y="134" width="26" height="24" fill="#2f7f7f"/>
      <path d="M${x + 13} 134v24M${x} 146h26" stroke="${wall}" stroke-width="2"/>`,
  )
  return `<rect width="360" height="240" fill="${sky}"/><circle cx="292" cy="58" r="26" fill="${sun}"/>
    <path d="M0 150q70-40 150-18t210-22v130H0z" fill="${far}"/><path d="M0 182q120-24 360-6v64H0z" fill="${earth}"/>
    <path d="M70 118 190 84l120 34z" fill="#b0553f"/><rect x="82" y="118" width="216" height="66" fill="${wall}"/>
    <path d="M82 118h216v8H82z" fill="#e0d5bd"/>${windows.join('')}
    <rect x="176" y="136" width="28" height="48" fill="#0b3d40"/>
    <path d="M44 186V70" stroke="#24413f" stroke-width="3"/><path d="M46 72h34l-8 11 8 11H46z" fill="#b0553f"/>
    <path d="M150 240q16-34 32-56h18q22 26 40 56z" fill="#dcb48e"/>`
}

export function drawTrees({ sky, sun, far, near }: Light): string {
  const seedlings = [
    [40, 214],
    [84, 208],
    [128, 202],
  ].map(
    ([x = 0, y = 0]) => `<path d="M${x} ${y}v-26" stroke="#5b4030" stroke-width="3"/>
      <path d="M${x} ${y - 24}q-16-2-18-16 16 0 18 16zm0-4q2-16 18-18 0 16-18 18z" fill="#a9c58a"/>`,
  )
  return `<rect width="360" height="240" fill="${sky}"/><circle cx="88" cy="86" r="34" fill="${sun}"/>
    <path d="M0 132q90-46 180-14t180-26v148H0z" fill="${far}"/><path d="M0 172q140-34 360 4v64H0z" fill="${near}"/>
    <path d="M236 190q2-46-4-84" stroke="#5b4030" stroke-width="9" fill="none"/>
    <path d="M150 104q8-34 46-30 14-28 50-20 38-6 46 22 34 2 32 30-44 14-88 8-46 6-86-10z" fill="#47714f"/>
    <path d="M168 100q40-16 74-6 36-10 66 6-34 8-66 4-40 6-74-4z" fill="#5f8c62"/>${seedlings.join('')}`
}

export function drawTrack({ sky, far }: Light): string {
  const lanes = [118, 149, 180, 211, 242].map(
    (x) => `<path d="M${x} 108 ${180 + (x - 180) * 5.4} 240" stroke="#f6efe0" stroke-width="3.5"/>`,
  )
  const squares = Array.from({ length: 14 }, (_, index) => {
    const y = index % 2 ? 50 : 63
    return `<rect x="${40 + index * 20}" y="${y}" width="20" height="13" fill="#0b3d40"/>`
  })
  return `<rect width="360" height="240" fill="${sky}"/><path d="M0 96q80-34 170-12t190-20v60H0z" fill="${far}"/>
    <rect y="108" width="360" height="132" fill="#b0553f"/>${lanes.join('')}
    <path d="M40 44v64M320 44v64" stroke="#24413f" stroke-width="4"/>
    <path d="M40 50h280v26H40z" fill="#f6efe0"/>${squares.join('')}`
}

export function drawHarvest({ sky, near, earth }: Light): string {
  const furrows = [174, 190, 208, 228].map(
    (y, index) =>
      `<path d="M0 ${y}q180-${24 - index * 3} 360 0" stroke="#6f8a55" stroke-width="${index + 3}" fill="none"/>`,
  )
  const maize = [40, 66, 92, 118].map(
    (x, index) => `<path d="M${x} 206v-${56 - index * 3}" stroke="#47714f" stroke-width="4"/>
      <path d="M${x} 176q-18-4-22-22 18 2 22 22zm0 12q18-4 22-24-18 4-22 24zm0 12q-16 0-22-14 16-2 22 14z" fill="#47714f"/>
      <rect x="${x + 2}" y="${160 + index * 2}" width="6" height="14" rx="3" fill="#e5ab3a"/>`,
  )
  return `<rect width="360" height="240" fill="${sky}"/><path d="M0 120q100-60 200-20t160-18v158H0z" fill="${near}"/>
    <path d="M0 152q160-26 360 0v88H0z" fill="#93ab72"/>${furrows.join('')}
    <path d="m204 108 54-40 54 40z" fill="#8a5638"/><rect x="214" y="108" width="88" height="52" fill="${earth}"/>
    <rect x="248" y="124" width="20" height="36" fill="#5b3423"/>
    <rect x="224" y="120" width="15" height="15" fill="#0b3d40"/>${maize.join('')}`
}

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
