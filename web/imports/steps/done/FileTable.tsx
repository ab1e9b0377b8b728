import { Button, Group, Stack, Text } from '@mantine/core'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { memo, useMemo, useState } from 'react'
import { StudentPicture } from '../../../students/files/StudentPicture.tsx'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import frame from '../../imports.module.css'
import classes from './ImportFiles.module.css'
import {
  type DroppedFile,
  firstFiles,
  type ImportFile,
  isQueued,
  badgeOf,
  problemOf,
  shownPercent,
} from './ImportFile.ts'
import type { useImportFiles } from './useImportFiles.ts'

/** More are shown on request, because there may be hundreds, each with a list of students. */
const FIRST = { latest: 4, open: 20 }
const MORE = 50

type FileActions = Pick<ReturnType<typeof useImportFiles>, 'students' | 'choose' | 'replace' | 'retry'> & {
  onRemove: (file: ImportFile) => void
}
type FileTableProps = FileActions & { files: readonly ImportFile[] }
type FileProps = FileActions & { file: ImportFile }

/** The files with their students and states. */
export function FileTable({ files, ...actions }: FileTableProps) {
  const isPhone = useIsPhone()
  const [most, setMost] = useState(FIRST)
  const { moving, movingCount, waiting, waitingCount } = firstFiles(files, most)
  const isPart = moving.length + waiting.length < files.length
  const shown = [...moving, ...waiting]
  return (
    <div className={`el-grow ${frame.inputs} ${classes.files}`}>
      {isPhone ? (
        <ul className="el-ruled el-ui">
          {shown.map((file) => (
            <Stack component="li" key={file.item.key} gap={6} p="12px var(--el-pad)">
              <Group justify="space-between" wrap="nowrap" gap={12}>
                <Title file={file} />
                <span className="el-ink-2">{kindOf(file)}</span>
              </Group>
              <GoesTo file={file} {...actions} />
              <StateOfFile file={file} {...actions} />
            </Stack>
          ))}
        </ul>
      ) : (
        <ListTable
          label="Files"
          columns={fileColumns(actions)}
          rows={shown}
          rowKey={({ item }) => item.key}
        />
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

const Title = ({ file: { item } }: { file: ImportFile }) => (
  <div className="el-clip" title={item.title}>
    {item.title}
  </div>
)

const kindOf = ({ item }: ImportFile) => (item.imported?.as === 'certificate' ? 'Certificate' : 'Picture')

const fileColumns = (actions: FileActions): ListColumn<ImportFile>[] => [
  { name: 'name', header: 'File', cell: (file) => <Title file={file} /> },
  {
    name: 'student',
    header: 'Goes to',
    width: '34%',
    cell: (file) => <GoesTo file={file} {...actions} />,
  },
  { name: 'as', header: 'As', width: 104, cell: kindOf },
  { name: 'state', header: 'State', width: 228, cell: (file) => <StateOfFile file={file} {...actions} /> },
]

function GoesTo({ file, students, choose }: FileProps) {
  const student = students.get(file.item.student_id ?? 0)
  if (student)
    return (
      <Group gap={10} wrap="nowrap" __vars={{ '--size': '30px' }}>
        <StudentPicture student={student} />
        <span>
          <b className="el-strong">{student.name}</b>{' '}
          <span className="el-sm el-ink-3 el-numbers el-clip">{student.ref}</span>
        </span>
      </Group>
    )
  if (isQueued(file) || file.state.is !== 'open') return null
  return <StudentChoice file={file} fits={file.state.fits} students={students} choose={choose} />
}

type StudentChoiceProps = Pick<FileActions, 'students' | 'choose'> & {
  file: DroppedFile
  fits: readonly number[]
}

/** Matching students are listed first. Memoised, because the list may have thousands of students. */
const StudentChoice = memo(
  ({ file, fits, students, choose }: StudentChoiceProps) => {
    const choices = useMemo(() => {
      const ids = new Set([...fits, ...students.keys()])
      return [...ids].flatMap((id) => {
        const student = students.get(id)
        return student ? [{ value: String(id), label: `${student.name}, ${student.ref}` }] : []
      })
    }, [fits, students])
    return (
      <SearchSelect
        aria-label={`Student of ${file.item.title}`}
        placeholder={fits.length > 0 ? `Choose: ${fits.length} students fit` : 'Choose a student'}
        data={choices}
        value=""
        onChange={(id) => id && choose(file, Number(id))}
      />
    )
  },
  (before, after) => before.file === after.file && before.students === after.students,
)

function StateOfFile({ file, replace, retry, onRemove }: FileProps) {
  const { item, state } = file
  const { title } = item
  const percent = shownPercent(state)
  const problem = problemOf(state)
  return (
    <Group gap={6} wrap="nowrap">
      <div className="el-grow">
        {percent === undefined ? (
          <StatusBadge {...badgeOf(state)} />
        ) : (
          <Group gap={10} wrap="nowrap" maw={150} className="el-sm el-ink-2 el-numbers">
            <ProgressBar label={`Uploading ${title}`} percent={percent} />
            {percent}%
          </Group>
        )}
        {problem && (
          <Text size="sm" c="red" my={3} className="el-break">
            {problem}
          </Text>
        )}
      </div>
      {!isQueued(file) && file.state.is === 'taken' && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Replace: ${title}`}
          onClick={() => replace([file])}
        >
          Replace
        </Button>
      )}
      {isQueued(file) && problem && (
        <IconButton icon={IconRefresh} label={`Try ${title} again`} onClick={() => retry(file)} />
      )}
      {state.is !== 'safe' && (
        <IconButton icon={IconX} label={`Remove ${title}`} onClick={() => onRemove(file)} />
      )}
    </Group>
  )
}
