import { Button, Group, Text } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { StudentPicture } from '../../../students/files/StudentPicture.tsx'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { type FileRow, firstRows } from './fileRows.ts'
import frame from '../../imports.module.css'
import classes from './ImportFiles.module.css'
import type { DroppedFile } from './droppedFiles.ts'
import type { ImportStudent } from './useImportFiles.ts'

/** More are shown on request, because there may be hundreds, each with a list of students. */
const FIRST = { latest: 4, open: 20 }
const MORE = 50

type Students = ReadonlyMap<number, ImportStudent>

type FileTableProps = {
  rows: { sent: FileRow[]; dropped: FileRow[] }
  students: Students
  onChoose: (file: DroppedFile, student_id: number) => void
  onReplace: (file: DroppedFile) => void
  onRetry: (key: string) => void
  onRemove: (row: FileRow) => void
}

/** The files with their students and states. */
export function FileTable({ rows, students, ...actions }: FileTableProps) {
  const isPhone = useIsPhone()
  const [most, setMost] = useState(FIRST)
  const count = rows.sent.length + rows.dropped.length
  const { moving, movingCount, waiting, waitingCount } = firstRows(rows.sent, rows.dropped, most)
  const isPart = moving.length + waiting.length < count
  const shown = [...moving, ...waiting]
  const columns = fileColumns({ students, ...actions })
  return (
    <div className={classes.files}>
      {isPhone ? (
        <ul className="el-ui">
          {shown.map((row) => (
            <li key={row.key}>
              {columns.map(({ name, cell }) => (
                <div key={name}>{cell(row)}</div>
              ))}
            </li>
          ))}
        </ul>
      ) : (
        <ListTable label="Files" columns={columns} rows={shown} rowKey={({ key }) => key} />
      )}
      {isPart && (
        <Text size="sm" c="gray" px="var(--el-pad)" py={{ base: 11, sm: 17 }}>
          Showing the latest {moving.length} of {movingCount}
          {waitingCount > 0 && `, and ${waiting.length < waitingCount ? `${waiting.length} of ` : ''}`}
          {waitingCount > 0 &&
            `the ${waitingCount} that ${waitingCount === 1 ? 'needs' : 'need'} a choice`}.{' '}
          <button
            type="button"
            className={frame.link}
            onClick={() => setMost(({ latest, open }) => ({ latest: latest + MORE, open: open + MORE }))}
          >
            Show more
          </button>
        </Text>
      )}
    </div>
  )
}

type FileColumn = Omit<ListColumn<FileRow>, 'cell'> & { cell: (row: FileRow) => ReactNode }

const fileColumns = ({ students, onChoose, ...actions }: Omit<FileTableProps, 'rows'>): FileColumn[] => [
  {
    name: 'name',
    header: 'File',
    cell: ({ name }) => (
      <div className="el-clip" title={name}>
        {name}
      </div>
    ),
  },
  {
    name: 'student',
    header: 'Goes to',
    width: '34%',
    cell: (row) => <GoesTo row={row} students={students} onChoose={onChoose} />,
  },
  { name: 'as', header: 'As', width: 104, cell: ({ as }) => (as === 'picture' ? 'Picture' : 'Certificate') },
  { name: 'state', header: 'State', width: 228, cell: (row) => <StateOfFile row={row} {...actions} /> },
]

type GoesToProps = Pick<FileTableProps, 'students' | 'onChoose'> & { row: FileRow }

function GoesTo({ row, students, onChoose }: GoesToProps) {
  const student = students.get(row.student_id ?? 0)
  if (student)
    return (
      <Group gap={10} wrap="nowrap" className={classes.who}>
        <StudentPicture student={student} />
        <span>
          <b className="el-strong">{student.name}</b>{' '}
          <span className="el-sm el-ink-3 el-numbers el-clip">{student.ref}</span>
        </span>
      </Group>
    )
  const { dropped } = row
  if (dropped?.state.is !== 'open') return null
  return <StudentChoice file={dropped} fits={dropped.state.fits} students={students} onChoose={onChoose} />
}

type StudentChoiceProps = Pick<FileTableProps, 'students' | 'onChoose'> & {
  file: DroppedFile
  fits: readonly number[]
}

/** Matching students are listed first. Memoised, because the list may have thousands of students. */
const StudentChoice = memo(
  ({ file, fits, students, onChoose }: StudentChoiceProps) => {
    const choices = useMemo(() => {
      const ids = new Set([...fits, ...students.keys()])
      return [...ids].flatMap((id) => {
        const student = students.get(id)
        return student ? [{ value: String(id), label: `${student.name}, ${student.ref}` }] : []
      })
    }, [fits, students])
    return (
      <SearchSelect
        aria-label={`Student of ${file.file.name}`}
        placeholder={fits.length > 0 ? `Choose: ${fits.length} students fit` : 'Choose a student'}
        data={choices}
        value=""
        onChange={(id) => id && onChoose(file, Number(id))}
      />
    )
  },
  (before, after) => before.file === after.file && before.students === after.students,
)

type StateOfFileProps = Pick<FileTableProps, 'onReplace' | 'onRetry' | 'onRemove'> & { row: FileRow }

function StateOfFile({ row, onReplace, onRetry, onRemove }: StateOfFileProps) {
  const { key, name, look, percent, note, dropped } = row
  return (
    <Group gap={6} wrap="nowrap">
      <div className="el-grow">
        {percent === undefined ? (
          <StatusBadge {...look} />
        ) : (
          <Group gap={10} wrap="nowrap" maw={150} className="el-sm el-ink-2 el-numbers">
            <ProgressBar label={`Uploading ${name}`} percent={percent} />
            {percent}%
          </Group>
        )}
        {note && (
          <Text size="sm" c="red" my={3} className="el-break">
            {note}
          </Text>
        )}
      </div>
      {dropped?.state.is === 'taken' && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Replace: ${name}`}
          onClick={() => onReplace(dropped)}
        >
          Replace
        </Button>
      )}
      {row.isOpen && !dropped && (
        <IconButton icon={IconRefresh} label={`Try ${name} again`} onClick={() => onRetry(key)} />
      )}
      {!row.isAdded && <IconButton icon={IconX} label={`Remove ${name}`} onClick={() => onRemove(row)} />}
    </Group>
  )
}
