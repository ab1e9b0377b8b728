import { Button, Group, Stack } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { studentFile } from '#contract/base/files.ts'
import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import type { ConsentRow } from '#contract/privacy/consents.ts'
import { createMatcher } from '../../../students/files/matchFiles.ts'
import { call } from '../../../ui/call.ts'
import { FileName, FilePreview } from '../../../ui/file/FilePreview.tsx'
import { FilesDrop } from '../../../ui/file/FilesDrop.tsx'
import { shrinkImage } from '../../../ui/file/shrinkImage.ts'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { lazyDialog } from '../../../ui/modal/lazyDialog.tsx'
import frame from '../../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../../ui/modal/useModalLife.ts'
import { plural } from '../../../ui/plural.ts'
import { refOnPaper } from '../paper/refOnPaper.ts'
import classes from './page.module.css'

const Paper = lazyDialog(async () => (await import('../record/Paper.tsx')).Paper)
const RecordConsentModal = lazyDialog(
  async () => (await import('../record/RecordConsentModal.tsx')).RecordConsentModal,
)

/** A chosen file, the student whose consent it is, and whether it is recorded. */
type Scan = { file: File; student: string; isDone: boolean }

/** A stack of scanned forms: each belongs to the student whose ref is in its name, or whom the user chooses. */
export function ScansModal({ onClose }: { onClose: () => void }) {
  const life = useModalLife(onClose)
  const students = useQuery(activeStudents)
  const matcher = useMemo(
    () => createMatcher((students.data ?? []).map(({ id, name, ref }) => ({ id, name, ref, files: [] }))),
    [students.data],
  )
  const [scans, setScans] = useState<Scan[]>([])
  const [open, setOpen] = useState<Scan>()
  const [problem, setProblem] = useState('')
  const [shown, setShown] = useState<File>()
  const change = (scan: Pick<Scan, 'file'>, own: Partial<Scan>) =>
    setScans((all) => all.map((each) => (each.file === scan.file ? { ...each, ...own } : each)))
  const add = async (files: File[]) => {
    const added = files.map((file) => ({ file, student: soleOf(matcher(file.name)), isDone: false }))
    setScans((all) => [...all, ...added])
    for (const { file } of added.filter((scan) => scan.student === '')) {
      const student = soleOf(matcher(await refOnPaper(file)))
      // Does not replace a student whom the user has chosen meanwhile.
      if (student !== '')
        setScans((all) =>
          all.map((each) => (each.file === file && !each.student ? { ...each, student } : each)),
        )
    }
  }
  const choices = useMemo(
    () => (students.data ?? []).map(({ id, name, ref }) => ({ value: String(id), label: `${name}, ${ref}` })),
    [students.data],
  )
  const done = scans.filter(({ isDone }) => isDone).length
  const student = students.data?.find(({ id }) => String(id) === open?.student)
  return (
    <ModalFrame
      life={life}
      title="Record from Scans"
      subtitle={scans.length > 0 && `${done} of ${plural(scans.length, 'form')} recorded`}
      shape="wide"
      hasUnstored={done < scans.length}
    >
      <div className={frame.body}>
        <Stack gap={14}>
          {students.error && !students.data && (
            <LoadFailure error={students.error} onRetry={() => void students.refetch()} />
          )}
          {students.data && (
            <FilesDrop
              label="Scanned forms"
              what={scans.length > 0 ? 'more forms' : 'the forms'}
              hint="PDF or picture, one for each student. A ref in the name, as in EL-0413.pdf, finds the student. Press a name to see the form."
              kind={studentFile}
              prepare={shrinkImage}
              error={problem}
              onProblem={setProblem}
              onPreparing={() => {}}
              onFiles={(files) => void add(files)}
            />
          )}
          {scans.length > 0 && (
            <ul className="el-ruled el-frame">
              {scans.map((scan) => (
                <ScanRow
                  key={`${scan.file.name} ${scan.file.lastModified} ${scan.file.size}`}
                  scan={scan}
                  choices={choices}
                  isShown={shown === scan.file}
                  onShow={(isNowShown) => setShown(isNowShown ? scan.file : undefined)}
                  onChoose={(chosen) => change(scan, { student: chosen })}
                  onRecord={() => setOpen(scan)}
                />
              ))}
            </ul>
          )}
        </Stack>
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Close
        </Button>
      </div>
      {open && student && (
        <RecordConsentModal
          student={student}
          file={open.file}
          onSaved={({ id }) => change(open, { student: String(id), isDone: true })}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ModalFrame>
  )
}

const activeStudents = {
  queryKey: ['consents', 'active'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<ConsentRow[]> =>
    (await call('GET /api/consents?query=list', { query: { whole: WHOLE_LIST_LIMIT }, signal })).data,
}

/** Returns the match if there is exactly one. */
const soleOf = ([only, ...others]: number[]) =>
  only !== undefined && others.length === 0 ? String(only) : ''

type ScanRowProps = {
  scan: Scan
  choices: { value: string; label: string }[]
  isShown: boolean
  onShow: (isNowShown: boolean) => void
  onChoose: (student: string) => void
  onRecord: () => void
}

const ScanRow = ({ scan, choices, isShown, onShow, onChoose, onRecord }: ScanRowProps) => {
  const { file, student, isDone } = scan
  return (
    <li className={classes.scan}>
      <button
        type="button"
        className={`el-plain el-row el-ui ${classes.scanName}`}
        aria-expanded={isShown}
        onClick={() => onShow(!isShown)}
      >
        <FilePreview file={file} />
        <span className="el-grow">
          <FileName file={file} />
        </span>
      </button>
      <SearchSelect
        aria-label={`Student of ${file.name}`}
        placeholder="Choose the student"
        data={choices}
        value={student}
        disabled={isDone}
        onChange={onChoose}
      />
      {isDone ? (
        <Group gap={7} wrap="nowrap" className="el-ui el-strong" c="var(--el-green)">
          <IconCircleCheck size={18} aria-hidden />
          Recorded
        </Group>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={student === ''}
          aria-label={`Record the consent of ${file.name}`}
          onClick={onRecord}
        >
          Record
        </Button>
      )}
      {isShown && (
        <div className={classes.scanPaper}>
          <Paper file={file} />
        </div>
      )}
    </li>
  )
}
