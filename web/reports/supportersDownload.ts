import { type SupporterRow, UNASSIGNED } from '#contract/reports.ts'
import type { Download } from '../ui/export/Download.ts'
import { studentStatusWord } from '../students/StudentStatusBadge.tsx'

/** A line for each student; a supporter without any has one too. */
export const supportersDownload: Download<SupporterRow> = {
  name: 'supporters-report',
  headers: [
    'No.',
    'Supporter Name',
    'Supporter Email',
    'Student Name',
    'Current School',
    'Liaison Officer',
    'Student Status',
  ],
  lines: ({ name, email, students }, number) => {
    if (students.length === 0) return [[number, name, email, UNASSIGNED, null, null, null]]
    return students.map(({ student_name, school, liaison, status }) => [
      number,
      name,
      email,
      student_name,
      school,
      liaison,
      studentStatusWord(status),
    ])
  },
}
