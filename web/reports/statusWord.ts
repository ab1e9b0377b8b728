import { studentStatuses } from '#contract/students.ts'

export const statusWord = (status: number): string | null =>
  studentStatuses[status as keyof typeof studentStatuses] ?? null
