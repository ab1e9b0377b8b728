import type { ExportedFile } from './exportedFiles.ts'

/** A file of the ZIP, where a value is one. */
export type FileValue = { file: string; type: string }
/** Shillings. */
type Money = { kes: number }
type Value = string | number | null | FileValue | Money
/** Fields by the names that the screens give them; some have rows of their own. */
export type Entry = { [label: string]: Value | Entry[] }
export type Section = { title: string; note?: string; entries: Entry[] }
export type CollectedRecord = {
  name: string
  ref: string
  sections: Section[]
  files: ExportedFile[]
  /** The number of changes. */
  changes: number
}
