import { Button } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { StudentPicture } from '../../../students/StudentPicture.tsx'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { type FileRow, firstRows } from './fileRows.ts'
import classes from './FileTable.module.css'
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
  const [most, setMost] = useState(FIRST)
  const count = rows.sent.length + rows.dropped.length
  const { moving, movingCount, waiting, waitingCount } = firstRows(rows.sent, rows.dropped, most)
  const isPart = moving.length + waiting.length < count
  return (
    <div className={classes.files}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Goes to</th>
            <th scope="col">As</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {[...moving, ...waiting].map((row) => (
            <tr key={row.key} data-file={row.name}>
              <th scope="row" className={classes.name} title={row.name}>
                {row.name}
              </th>
              <td>
                <GoesTo row={row} students={students} onChoose={actions.onChoose} />
              </td>
              <td>{row.as === 'picture' ? 'Picture' : 'Certificate'}</td>
              <td>
                <StateOfFile row={row} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {isPart && (
        <p className={classes.foot}>
          Showing the latest {moving.length} of {movingCount}
          {waitingCount > 0 && `, and ${waiting.length < waitingCount ? `${waiting.length} of ` : ''}`}
          {waitingCount > 0 &&
            `the ${waitingCount} that ${waitingCount === 1 ? 'needs' : 'need'} a choice`}.{' '}
          <button
            type="button"
            onClick={() => setMost(({ latest, open }) => ({ latest: latest + MORE, open: open + MORE }))}
          >
            Show more
          </button>
        </p>
      )}
    </div>
  )
}

type GoesToProps = Pick<FileTableProps, 'students' | 'onChoose'> & { row: FileRow }

function GoesTo({ row, students, onChoose }: GoesToProps) {
  const student = students.get(row.student_id ?? 0)
  if (student)
    return (
      <span className={classes.who}>
        <StudentPicture student={student} />
        <span>
          <b>{student.name}</b> <span className={classes.ref}>{student.ref}</span>
        </span>
      </span>
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
    <div className={classes.state}>
      <div className={classes.facts}>
        {percent === undefined ? (
          <StatusBadge {...look} />
        ) : (
          <span className={classes.percent}>
            <ProgressBar label={`Uploading ${name}`} percent={percent} />
            {percent}%
          </span>
        )}
        {note && <p className={classes.note}>{note}</p>}
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
    </div>
  )
}
