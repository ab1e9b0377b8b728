import type { Generated } from 'kysely'
import type { ExamPaper } from '#contract/students/entryExams.ts'

/** The purpose of a file. */
export type FilePurpose =
  | 'picture'
  | ExamPaper
  | 'report'
  | 'receipt'
  | 'document'
  | 'media'
  | 'consent'
  | 'request'

export type FileTables = {
  files: {
    id: Generated<number>
    purpose: FilePurpose
    /** The student of the file, which decides who may see it. */
    student_id: number
    /** The media type it is served as. */
    type: string
    name: string
    bytes: number
    /** The hash of the file as it was uploaded, before an image was made smaller: it identifies the same upload. */
    sha256: string
    key: string
    /** Keys of its smaller pictures, if it has any. */
    medium_key: string | null
    thumb_key: string | null
    created_at: string
    created_by: number
  }

  /** Keys of bytes in the store, or being written to it, that have no row in `files`. Old ones are removed. */
  unowned_bytes: { key: string; since: string }

  /** The bytes of each key of a file in the store, which never change: their hash, and what their last reading found. */
  stored_hashes: {
    key: string
    /** With the file's row, this row is deleted too. */
    file_id: number
    /** Known from the upload; null for a file of an older version that was never read since. */
    sha256: string | null
    bytes: number | null
    /** When they were stored or last read; empty if that is not known. */
    read_at: string
    damage: 'damaged' | 'missing' | null
    damaged_since: string | null
    /** When administrators were sent a letter about the damage. */
    letter_at: string | null
    /** When an operator accepted that the file is lost, so that copies without it are good. */
    accepted_at: string | null
  }

  /** The pictures and films of a student's gallery. */
  media: {
    id: Generated<number>
    student_id: number
    title: string
    description: string
    file_id: number
    /** The hash of the file as it was uploaded: a gallery stores the same file once. */
    sha256: string
    /** In pixels, upright; null if unknown. */
    width: number | null
    height: number | null
    /** The length of a film. */
    duration_ms: number | null
    created_at: string
    created_by: number
    updated_at: string
    updated_by: number
  }

  /** The other students in a picture or film of a gallery, whose family's No hides it too. */
  media_students: {
    media_id: number
    student_id: number
    /** The student of the gallery. */
    gallery_of: number
  }
}
