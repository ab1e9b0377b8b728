import type { LetterParagraph } from '#contract/privacy/refusalLetter.ts'

const A4 = { width: 595, height: 842 }
const MARGIN = 72
const SIZE = 11
const LINE = 16
const BETWEEN = 10
/** Helvetica's letters are half as wide as high on average; this many fit into a line. */
const CHARACTERS = 78

/** Draws letters as PDF, each on pages of its own. A letter that the typeface lacks becomes a plain one, or `UNKNOWN`. */
export function drawPages(letters: LetterParagraph[][]): Buffer {
  const pages = letters.flatMap(layOut)
  const kids = pages.map((_, index) => `${5 + 2 * index} 0 R`).join(' ')
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    fontNamed('Helvetica'),
    fontNamed('Helvetica-Bold'),
    ...pages.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents ${6 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ])
}

const fontNamed = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /dotlessi] >> >>`

/** The content of the pages that a letter takes. */
function layOut(letter: LetterParagraph[]): string[] {
  const pages: string[][] = [[]]
  let y = A4.height - MARGIN
  for (const { text, isBold = false } of letter) {
    for (const line of wrapped(encoded(text))) {
      if (y < MARGIN) {
        pages.push([])
        y = A4.height - MARGIN
      }
      pages.at(-1)?.push(`BT /${isBold ? 'F2' : 'F1'} ${SIZE} Tf ${MARGIN} ${y} Td ${drawn(line, isBold)} ET`)
      y -= LINE
    }
    y -= BETWEEN
  }
  return pages.map((lines) => lines.join('\n'))
}

function wrapped(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(' ')
    .flatMap((long) => long.match(new RegExp(`.{1,${CHARACTERS}}`, 'g')) ?? [])) {
    if (line && line.length + word.length >= CHARACTERS) {
      lines.push(line)
      line = ''
    }
    line += line ? ` ${word}` : word
  }
  return [...lines, line]
}

/**
 * The letters of Kikuyu and Kamba that WinAnsi lacks, drawn as a letter and a tilde: the letter, its width in Helvetica and
 * in bold, and how much higher the tilde is than over a small letter.
 */
const tilded: Record<string, { base: string; widths: [number, number]; rise: number }> = {
  ĩ: { base: String.raw`\001`, widths: [278, 278], rise: 0 },
  ũ: { base: 'u', widths: [556, 611], rise: 0 },
  Ĩ: { base: 'I', widths: [278, 278], rise: 2 },
  Ũ: { base: 'U', widths: [722, 722], rise: 2 },
}
const TILDE = String.raw`\230`
const TILDE_WIDTH = 333

/** The operators that draw a line. Readers find and copy the letters with a tilde by their ActualText. */
function drawn(line: string, isBold: boolean): string {
  const parts = line.split(/([ĩũĨŨ])/).filter((part) => part !== '')
  return parts
    .map((part) => {
      const letter = tilded[part]
      if (!letter) return `(${part.replace(/[\\()]/g, String.raw`\$&`)}) Tj`
      const width = letter.widths[isBold ? 1 : 0]
      const code = part.charCodeAt(0).toString(16).padStart(4, '0')
      return [
        `/Span << /ActualText <FEFF${code}> >> BDC`,
        `[(${letter.base}) ${(width + TILDE_WIDTH) / 2}] TJ`,
        `${letter.rise} Ts [(${TILDE}) ${(TILDE_WIDTH - width) / 2}] TJ 0 Ts EMC`,
      ].join(' ')
    })
    .join(' ')
}

/** The signs of WinAnsi that Latin 1 lacks, and letters without an accent to lose. */
const signs: Record<string, string> = {
  '’': '\u0092',
  '‘': '\u0091',
  '“': '\u0093',
  '”': '\u0094',
  '–': '\u0096',
  '—': '\u0097',
  '…': '\u0085',
  ŋ: 'ng',
  Ŋ: 'Ng',
  ɛ: 'e',
  ɔ: 'o',
}
const UNKNOWN = '?'

/** Each character as the one byte of the encoding. A letter that it lacks loses its accent. */
const encoded = (text: string) =>
  Array.from(
    text.normalize('NFC'),
    (sign) =>
      signs[sign] ??
      (sign <= '\u00ff' || tilded[sign]
        ? sign
        : sign.normalize('NFD').replaceAll(/[^\u0020-\u007e]/g, '') || UNKNOWN),
  ).join('')

/** Whether the typeface lacks a sign of a text, so that it is drawn as a question mark. */
export const lacksSigns = (text: string): boolean => encoded(text.replaceAll(UNKNOWN, '')).includes(UNKNOWN)

/** The objects in order, and the table that says where each of them begins. */
function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  const size = objects.length + 1
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
