import type { ReactNode } from 'react'
import { type SupporterRow, UNASSIGNED } from '#contract/reports.ts'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './reportColumns.module.css'

type Student = SupporterRow['students'][number]

export const studentLines = ({ students }: SupporterRow) => Math.max(1, students.length)

export const Unassigned = () => <span className={classes.unassigned}>{UNASSIGNED}</span>

export const supportersColumns: ListColumn<SupporterRow>[] = [
  numberColumn(),
  {
    name: 'name',
    header: 'Supporter Name',
    cell: ({ name }) => <span className={classes.name}>{name}</span>,
    sortBy: ({ name }) => name,
  },
  {
    name: 'email',
    header: 'Supporter Email',
    cell: ({ email }) => email,
    sortBy: ({ email }) => email,
  },
  ofStudents('student_name', 'Student Name', ({ student_name }) => student_name, <Unassigned />),
  ofStudents('school', 'Current School', ({ school }) => school),
  ofStudents('liaison', 'Liaison Officer', ({ liaison }) => liaison),
  ofStudents('status', 'Student Status', ({ status }) => <StudentStatusBadge status={status} />),
]

function ofStudents(
  name: string,
  header: string,
  show: (student: Student) => ReactNode,
  withoutAny?: ReactNode,
): ListColumn<SupporterRow> {
  return {
    name,
    header,
    isPerLine: true,
    cell: ({ students }, _number, line) => {
      const student = students[line]
      return student ? show(student) : withoutAny
    },
  }
}
