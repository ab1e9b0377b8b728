import type { StudentFunding } from '#contract/money/funding.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import type { Period } from '../../students/promises/periods.ts'

export type FundingProps = {
  student: StudentProfile
  funding: StudentFunding
  /** The terms of all years. */
  periods: readonly Period[]
}
