import { Button, Group, VisuallyHidden } from '@mantine/core'
import { IconNotebook, IconPhoto, IconReceipt } from '@tabler/icons-react'
import { dayAndMonth } from '#contract/base/days.ts'
import type { RetentionRow } from '#contract/privacy/erasure.ts'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { StudentStatusBadge } from '../../students/StudentStatusBadge.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { formatDay } from '../../ui/formatDate.ts'
import type { RowAction } from '../../ui/IconButton.tsx'
import { fieldColumn, type ListColumn } from '../../ui/list/ListColumn.ts'
import { plural } from '../../ui/plural.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { SecondLine } from '../SecondLine.tsx'
import classes from './retention.module.css'

/** A day, or only the year of the last report card. */
export function Left({ student: { left, is_year } }: { student: RetentionRow }) {
  const today = useToday()
  const years =
    Number(today.slice(0, 4)) - Number(left.slice(0, 4)) - (today.slice(4) < left.slice(4) ? 1 : 0)
  return (
    <>
      <span className="el-medium el-numbers">{is_year ? left : formatDay(left)}</span>
      <SecondLine>{is_year ? 'from the last report card' : `${plural(years, 'year')} ago`}</SecondLine>
    </>
  )
}

export const Waiting = ({ on }: { on: string }) => (
  <StatusBadge word={`Waiting until ${dayAndMonth(on)}`} tone="blue" shape="dashedRing" />
)

export const contentWords = ({ reports, receipts, media }: RetentionRow) =>
  `${plural(reports, 'report card')}, ${plural(receipts, 'receipt')}, ${plural(media, 'picture')}`

const Content = ({ student }: { student: RetentionRow }) => (
  <>
    <VisuallyHidden>{contentWords(student)}</VisuallyHidden>
    <span className={classes.content} aria-hidden>
      <IconNotebook size={18} /> {student.reports}
      <IconReceipt size={18} /> {student.receipts}
      <IconPhoto size={18} /> {student.media}
    </span>
  </>
)

export const retentionColumns = (
  actionsOf: (student: RetentionRow) => RowAction[],
): ListColumn<RetentionRow>[] => [
  {
    name: 'image',
    header: <VisuallyHidden>Image</VisuallyHidden>,
    shape: 'photo',
    width: 64,
    only: 'wide',
    cell: (student) => <StudentPicture student={student} />,
  },
  fieldColumn('name', 'Student', {
    cell: (student) => (
      <>
        <ProfileLink student={student} from="retention" />
        <SecondLine>{student.ref}</SecondLine>
      </>
    ),
  }),
  fieldColumn('status', 'Status', {
    shape: 'badge',
    cell: ({ status }) => <StudentStatusBadge status={status} />,
  }),
  fieldColumn('left', 'Left', { width: 132, cell: (student) => <Left student={student} /> }),
  fieldColumn('school', 'Last school', { only: 'wide' }),
  {
    name: 'content',
    header: 'In the record',
    only: 'wide',
    cell: (student) => <Content student={student} />,
  },
  {
    name: 'next',
    header: 'Next action',
    isScreenOnly: true,
    cell: (student) => (
      <Group gap={8}>
        {student.anonymise_on && <Waiting on={student.anonymise_on} />}
        {actionsOf(student).map(({ icon: Icon, word, label, onClick }) => (
          <Button
            key={word}
            variant={student.anonymise_on ? 'subtle' : 'default'}
            px={12}
            leftSection={<Icon size={18} aria-hidden />}
            aria-label={label}
            onClick={onClick}
          >
            {word}
          </Button>
        ))}
      </Group>
    ),
  },
]
