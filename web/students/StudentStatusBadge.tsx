import { Flex } from '@mantine/core'
import { type StudentRow, studentStatuses } from '#contract/students/students.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const looks: Record<number, StatusLook> = {
  0: { word: studentStatuses[0], tone: 'green', shape: 'circle' },
  1: { word: studentStatuses[1], tone: 'red', shape: 'square' },
  2: { word: studentStatuses[2], tone: 'amber', shape: 'triangle' },
  3: { word: studentStatuses[3], tone: 'blue', shape: 'diamond' },
}

export const studentStatusWord = (status: number): string | null => looks[status]?.word ?? null

export function StudentStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}

export const RestrictedBadge = ({ student }: { student: Pick<StudentRow, 'restricted_on'> }) =>
  student.restricted_on !== null && <StatusBadge word="Restricted" tone="red" shape="dashedRing" />

/** The status, and whether the use of the record is restricted; one above the other on a phone’s card. */
export const StudentStates = ({ student }: { student: Pick<StudentRow, 'status' | 'restricted_on'> }) => (
  <Flex gap={6} direction={{ base: 'column', sm: 'row' }} align={{ base: 'flex-end', sm: 'center' }}>
    <StudentStatusBadge status={student.status} />
    <RestrictedBadge student={student} />
  </Flex>
)
