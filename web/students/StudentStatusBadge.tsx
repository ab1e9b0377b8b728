import { studentStatuses } from '#contract/students/students.ts'
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
