import type { Generated } from 'kysely'
import type { CurriculumName } from '#contract/records/curricula.ts'

export type LookupTables = {
  clusters: { id: Generated<number>; cluster_name: string; folded: string }

  schools: {
    id: Generated<number>
    school: string
    folded: string
    cluster_id: number
    /** The folded names of school and cluster. */
    search: string
  }

  years: { id: Generated<number>; year_name: string; folded: string }
  terms: { id: Generated<number>; term_name: string; folded: string }

  classes: {
    id: Generated<number>
    class_name: string
    folded: string
    curriculum: Generated<CurriculumName>
  }

  subjects: { id: Generated<number>; subject_name: string; folded: string }

  /** `lowest` is the lowest mark of each grade as a JSON list, the best grade first. */
  grade_scales: { id: Generated<number>; curriculum: CurriculumName; lowest: string }

  /** The dates of a term of a year. A term without dates has no row. */
  term_dates: {
    year_id: number
    term_id: number
    opens: string
    closes: string
    half_from: string | null
    half_to: string | null
    none_from: string | null
    none_to: string | null
    none_where: string | null
  }

  /** One row. `due_days`: how many days after a term closes its report cards are due. */
  calendar: { id: Generated<number>; due_days: number }
}
