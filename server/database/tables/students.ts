import type { Generated } from 'kysely'
import type { PairAnswer, PairState } from '#contract/students/duplicates.ts'
import type { EntryExamName } from '#contract/students/entryExams.ts'
import type { pathways } from '#contract/students/students.ts'

export type StudentTables = {
  students: {
    id: Generated<number>
    /** The number in the student's ref. */
    number: number
    ref: string
    name: string
    category: number
    status: number
    gender: number | null
    /** Null, as the authors below, once the record is anonymised. */
    liaison_id: number | null
    supporter_id: number | null
    /** The name of a supporter who is not registered, from an import. Null as soon as there is a supporter. */
    supporter_name: string | null
    school_id: number
    /** At the time of the import, until there is a report card. */
    class_id: number | null
    /** These and the texts below are null if an import left them unknown. */
    dob: string | null
    dor: string | null
    /** KCPE, the exam of 8-4-4, unless a row names another. */
    entry_exam: Generated<EntryExamName>
    /** Null for another exam. */
    kcpe: number | null
    assessment_no: string | null
    pathway: (typeof pathways)[number] | null
    siblings: number | null
    ambition: string | null
    languages: string | null
    mother: string | null
    father: string | null
    guardian: string | null
    guardian_phone: string | null
    background: string | null
    /** The number at the current school. */
    admission_no: string | null
    /** `periodKey` of the last term that counts for a student who is no longer Active; null while they are. */
    left_after: string | null
    picture_id: number | null
    certificate_id: number | null
    /** Counts the changes, so that users cannot overwrite one that they have not seen. */
    version: number
    /** The folded name and ref, for the searches of all users. */
    search: string
    /** Admission number and phone numbers, folded, each on a line of its own: staff search by them too. */
    search_numbers: Generated<string>
    /** Both with the liaison officer's name, for those who may search by it; also the order by name. */
    search_all: string
    /** The folded names of liaison officer and supporter; renaming a user updates them. */
    liaison_order: string
    supporter_order: string
    created_at: string
    created_by: number | null
    updated_at: string
    updated_by: number | null
  }

  /** Answers about pairs of possible duplicates, the lower id first. */
  duplicate_answers: {
    first_id: number
    second_id: number
    /** Their folded names and dates of birth at that time: the answer is valid for these only. */
    about: string
    answer: PairAnswer
    at: string
    user_id: number
    /** The student whose status was set with the answer, the new status, and the previous one. */
    closed_id: number | null
    closed_as: number | null
    closed_from: number | null
  }

  /** Students who may be the same child, stored again when one of them is saved. */
  duplicate_pairs: {
    id: Generated<number>
    /** The one without a date of birth or with the earlier one, or the one added first. */
    first_id: number
    second_id: number
    /** The first student's text of this name, by which pairs are sorted. */
    search: string
    /** The answer that is valid for their names and dates of birth. */
    state: PairState
  }

  /** The last number that was assigned of each kind. */
  counters: { name: 'student'; value: number }
}
