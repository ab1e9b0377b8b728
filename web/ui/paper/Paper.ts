import type { Corners, Size } from './scan/geometry.ts'
import type { CornersProblem } from './scan/findCorners.ts'
import type { JudgedSheet } from './scan/paperWorker.ts'

/** A photographed page. */
export type PaperPage = {
  /** Changes with the photograph. */
  id: string
  photo: Blob
  /** The size of the upright photograph. */
  size: Size
  /** As fractions of the upright photograph's sides. */
  corners: Corners
  /** Quarter turns clockwise. */
  turns: number
  isColour: boolean
  /** The problem of the search for corners, until the user moves one. */
  cornersProblem?: CornersProblem | undefined
  /** Whether the user has used the page after seeing its warnings. */
  isLookedAt?: boolean
  /** The straightened page; undefined until it is made again after a change. */
  sheet?: JudgedSheet | undefined
}

/** The photographed pages of one field. */
export type Paper = { pages: PaperPage[]; photographedAt: string }

/** Describes the paper of a field, and names its place in this device's store. */
export type PaperTarget = {
  /** The form and the field, such as `report-add-12`. */
  key: string
  /** `Report card` */
  what: string
  /** The student: `Faith Atieno Odhiambo, EL-0412`. */
  about: string
  /** The name of the PDF. */
  fileName: string
}

export const MOST_PAGES = 10
export const FULL = `A PDF has at most ${MOST_PAGES} pages. Remove one to add another.`

/** Why pictures were not added. */
export type Refusal = { title: string; advice: string }

/** The pages and their actions, for the lists of all sizes of screen. */
export type PageActions = {
  pages: PaperPage[]
  isReading: boolean
  /** Whether no more pages fit. */
  isFull: boolean
  move: (from: number, to: number) => void
  remove: (page: PaperPage) => void
  onTurn: (page: PaperPage) => void
  onCorners: (page: PaperPage) => void
  onNext: () => void
  onPictures: () => void
}

/** The pages from which a PDF was made. Undo restores a file, and with it these pages. */
const madeFrom = new WeakMap<File, Paper>()

export const rememberPaper = (file: File, paper: Paper) => void madeFrom.set(file, paper)

export const paperOf = (file: File | null | undefined): Paper | undefined =>
  file ? madeFrom.get(file) : undefined

/** `faith-odhiambo-term-3-2026.pdf`: parts in Latin letters and digits. */
export function paperFileName(...parts: (string | undefined)[]): string {
  const words = parts
    .filter(Boolean)
    .join(' ')
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${words.slice(0, 80) || 'paper'}.pdf`
}
