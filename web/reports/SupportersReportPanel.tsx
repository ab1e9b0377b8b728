import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type SupporterRow, UNASSIGNED } from '#contract/reports.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { EmailAddress } from '../ui/list/EmailAddress.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { StudentStatusBadge, studentStatusWord } from '../students/StudentStatusBadge.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { Download } from '../ui/export/Download.ts'
import { supportersReport } from './reportLists.ts'

export const SupportersReportPanel = () => (
  <DataList
    source={supportersReport}
    columns={supportersColumns}
    card={supporterCard}
    noun="supporters"
    searchLabel="Search by supporter name or email"
    noMatchHint="Check the spelling, or search by email."
    emptyHint="Supporters appear here once they are added under Users."
    renderHead={(list) => <DownloadHead title="Supporters List" list={list} download={supportersDownload} />}
    lineCount={studentLines}
  />
)

const supporterCard = ({ name, email, students }: SupporterRow) => (
  <ListCard
    title={name}
    lines={[<EmailAddress key="email" email={email} />]}
    facts={[
      {
        label: students.length > 1 ? 'Students' : 'Student',
        value: students.length > 0 ? <SupporterStudents students={students} /> : <Unassigned />,
        isWide: true,
      },
    ]}
    actions={[]}
  />
)

/** The students of a supporter on a phone, each on their own lines. */
const SupporterStudents = ({ students }: Pick<SupporterRow, 'students'>) => (
  <Stack component="ul" className="el-ruled" gap={10} mt={4}>
    {students.map(({ id, student_name, school, liaison, status }, index) => (
      <Stack key={id} component="li" gap={2} pt={index > 0 ? 10 : 0}>
        <Group justify="space-between" gap="var(--el-s2)" wrap="nowrap">
          <span className="el-strong">{student_name}</span>
          <StudentStatusBadge status={status} />
        </Group>
        <span className="el-ink-2 el-break">{school}</span>
        <span className="el-ink-2 el-break">Liaison Officer: {liaison}</span>
      </Stack>
    ))}
  </Stack>
)

type Student = SupporterRow['students'][number]

const studentLines = ({ students }: SupporterRow) => Math.max(1, students.length)

const Unassigned = () => <span className="el-ink-3">{UNASSIGNED}</span>

const supportersColumns: ListColumn<SupporterRow>[] = [
  numberColumn('wide'),
  fieldColumn('name', 'Supporter Name', { isName: true }),
  fieldColumn('email', 'Supporter Email', {
    under: 'name',
    cell: ({ email }) => <EmailAddress email={email} />,
  }),
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

/** A line for each student, and one for a supporter without students. */
const supportersDownload: Download<SupporterRow> = {
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
