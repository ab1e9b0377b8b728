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

  /** The hashes of bytes in the store, which never change, so that a backup reads each file once. */
  stored_hashes: { key: string; sha256: string; bytes: number }

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
