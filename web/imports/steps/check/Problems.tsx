import { Box, Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { isDay } from '#contract/base/days.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { type ImportErrorCode, isRecordImport } from '#contract/imports.ts'
import { entryExams, DEFAULT_EXAM } from '#contract/students/entryExams.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { formatDay } from '../../../ui/formatDate.ts'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { plural } from '../../../ui/plural.ts'
import { DownloadRows } from '../../DownloadRows.tsx'
import { StepButton, StepFoot } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { withWord } from '../../importJob.ts'
import { nameOf, textOf } from '../../rowWords.ts'
import { unansweredDates } from '../../sheet/askDates.ts'
import { cellText } from '../../sheet/Spreadsheet.ts'
import { partTarget, type Target, targetsOf } from '../../sheet/targets.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { ValueInput } from '../../ValueInput.tsx'
import { AddPlaces, PlaceRows } from '../values/UnknownPlaces.tsx'
import type { PreparedImport } from '../values/usePreparedImport.ts'
import { withAnswer, withLeftOut } from './rowAnswers.ts'
import {
  adviceOf,
  type FixedAt,
  groupProblems,
  isPlaceUnknown,
  type Problem,
  reasonsOf,
  wrongRows,
} from './problems.ts'
import { type CheckedProps, RowGroup, RowList } from './RowGroup.tsx'

/** Each unknown name is a separate problem, and a sheet may have thousands. */
const FIRST_SHOWN = 20

type ProblemsProps = CheckedProps &
  Pick<PreparedImport, 'places' | 'dates' | 'blanks'> & { onCheckAgain: () => void }

/** The rows that need fixing, grouped by the fix. */
export function Problems(props: ProblemsProps) {
  const { kind, found, made, job } = props
  const problems = useMemo(() => groupProblems(found.errors, targetsOf(kind)), [found.errors, kind])
  const [shown, more] = useMore(problems, FIRST_SHOWN)
  const count = wrongRows(found.errors)
  const leftOut = new Set(found.errors.map(({ row }) => row)).size
  if (count === 0) return null
  return (
    <section className="el-card" aria-label="Rows that need fixing">
      <CardHead
        title={`${plural(count, 'row')} ${count === 1 ? 'needs' : 'need'} fixing`}
        about="Grouped by what fixes them. Rows that are not fixed are not imported."
      >
        <DownloadRows
          job={{ ...job, answers: made.answers }}
          count={leftOut}
          reasonsOf={() => reasonsOf(found.errors, made)}
        />
      </CardHead>
      {shown.map((problem, index) => (
        <ProblemGroup key={problem.id} {...props} problem={problem} isFirst={index === 0} />
      ))}
      {more && <div className={frame.part}>{more}</div>}
      {props.isLast && <StepFoot />}
    </section>
  )
}

type ProblemProps = ProblemsProps & { problem: Problem }

function ProblemGroup({ isFirst, ...props }: ProblemProps & { isFirst: boolean }) {
  const { problem, places, handle } = props
  const isPlace = isPlaceUnknown(problem)
  const step = fixedAt(props)
  const { title, advice } = adviceOf(problem, step)
  return (
    <RowGroup
      of="rows"
      count={plural(problem.rows.length, 'row')}
      title={title}
      advice={advice}
      isOpenAtFirst={isFirst || isPlace}
      actions={<FixAll {...props} title={title} step={step} />}
    >
      {isPlace ? (
        <Box m={{ base: '0 16px 14px', sm: '0 20px 16px 49px' }}>
          <PlaceRows places={places} handle={handle} />
        </Box>
      ) : (
        <ProblemRows {...props} />
      )}
    </RowGroup>
  )
}

const isChosen = ({ cellKind }: Target) => cellKind === 'words' || cellKind === 'names'

/** The step where one answer fixes all rows of a problem. */
function fixedAt({ job: { answers }, dates, blanks, problem }: ProblemProps): FixedAt | undefined {
  const { field, target, code } = problem
  if (!target || isChosen(target) || partTarget(field)) return undefined
  if (answers.columns.every((column) => column.field !== field)) return 'columns'
  if (code === 'empty' && blanks.some((blank) => blank.target.field === field)) return 'blanks'
  const asked = dates.find((date) => date.target.field === field)
  const isOpen = asked && unansweredDates(asked, answers.dates[field]).length > 0
  return isOpen && code === 'notADate' ? 'dates' : undefined
}

/** Errors that a new value of the same cell cannot fix. */
const notFixableHere = new Set<ImportErrorCode>([
  'notActive',
  'recordClosed',
  'studentTwice',
  'recordWaits',
  'subjectUnknown',
  'categoryUnknown',
])

type FixAllProps = ProblemProps & { title: string; step: FixedAt | undefined }

/** One answer for all rows of a group, if one answer can fix them. */
function FixAll({ problem, title, step, kind, made, handle, places }: FixAllProps) {
  const { field, target, value, code, rows } = problem
  const { answer } = handle
  const numbers = rows.map((row) => made.numbers[row] ?? 0)
  const addAsNew = rows.length === 1 ? 'Add it as new' : `Add all ${rows.length} as new`
  const setAll = (other: string, all: string) =>
    answer((answers) => withAnswer(answers, made, rows, other, all))
  const button = (words: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {words}
    </Button>
  )
  if (code === 'subjectUnknown' || code === 'categoryUnknown')
    return <StepButton verb="Back" kind={kind} step="values" />
  if (notFixableHere.has(code)) return null
  // A record adds no student.
  if (code === 'refUnknown' && !isRecordImport(kind)) return button(addAsNew, () => setAll('ref', ''))
  if (code === 'schoolSpelled') {
    const added = Object.fromEntries(numbers.map((number) => [number, 'add' as const]))
    return button(addAsNew, () => answer(({ decisions }) => ({ decisions: { ...decisions, ...added } })))
  }
  if (code === 'hasSupporter' || code === 'examRemoves') {
    const [left, words] = code === 'hasSupporter' ? ['supporter', 'supporters'] : ['entry_exam', 'exams']
    return button(`Leave the ${words} as they are`, () =>
      answer((said) => withLeftOut(said, left, true, numbers)),
    )
  }
  if (isPlaceUnknown(problem)) return <AddPlaces places={places} handle={handle} />
  if (target && isChosen(target))
    return (
      <ValueInput
        target={target}
        label={`${target.label} for ${plural(rows.length, 'row')}: ${title}`}
        value=""
        onChange={(chosen) =>
          // Two students of one name may be in other rows.
          value === undefined || field === 'name'
            ? setAll(field, chosen)
            : answer((answers) => withWord(answers, field, value, chosen))
        }
      />
    )
  return (
    <>
      {field === 'kcpe' ? (
        <SelectBox
          aria-label={`Another exam for ${plural(rows.length, 'row')}`}
          placeholder={rows.length === 1 ? 'Another exam' : `Another exam for all ${rows.length}`}
          data={Object.keys(entryExams).flatMap((exam) =>
            exam === DEFAULT_EXAM ? [] : [{ value: exam, label: exam }],
          )}
          value=""
          onChange={({ currentTarget }) => setAll('entry_exam', currentTarget.value)}
        />
      ) : (
        step && <StepButton verb="Back" kind={kind} step={step === 'columns' ? 'columns' : 'values'} />
      )}
      {target?.mayBeUnknown && button('Leave as not known', () => setAll(field, NOT_KNOWN))}
    </>
  )
}

type ShownRow = { number: number; name: string; inSheet: string; reads: string }

/** The rows of a problem, each with the sheet's value and an input for the right one. */
function ProblemRows({ kind, problem, made, job, handle, onCheckAgain }: ProblemProps) {
  const { target, rows } = problem
  const column = job.answers.columns.find(({ field }) => field === target?.field)?.index ?? -1
  const editTarget = target && !notFixableHere.has(problem.code) ? target : undefined
  const readsDates = target?.cellKind === 'date'
  const isTyped = rows.some((row) => job.typed[made.numbers[row] ?? 0]?.[target?.field ?? ''] !== undefined)
  const input = ({ number, name }: ShownRow) =>
    editTarget && (
      <ValueInput
        target={editTarget}
        label={`${editTarget.label} of ${name || `row ${number}`}`}
        value={
          job.typed[number]?.[editTarget.field] ?? job.answers.corrections[number]?.[editTarget.field] ?? ''
        }
        onChange={(value) =>
          handle.change(({ typed }) => ({
            typed: { ...typed, [number]: { ...typed[number], [editTarget.field]: value } },
          }))
        }
      />
    )
  return (
    <RowList
      label={`Rows: ${problem.message}`}
      rows={rows.map((row): ShownRow => {
        const [number, sent] = [made.numbers[row] ?? 0, made.rows[row] ?? {}]
        const day = textOf(sent, target?.field ?? '')
        // A mark or cost may have several cells.
        const inSheet = cellText(job.sheet.rows[number - 1]?.[column]) || textOf(sent, target?.field ?? '')
        return { number, name: nameOf(kind, sent), inSheet, reads: isDay(day) ? formatDay(day) : '' }
      })}
      columns={[
        { name: 'name', header: 'Name', isName: true, cell: ({ name }) => name || '–' },
        { name: 'inSheet', header: 'In your sheet', cell: ({ inSheet }) => inSheet || '–' },
        ...(readsDates ? [readsColumn] : []),
      ]}
      input={editTarget && { header: editTarget.label, width: 230, cell: input }}
      isWrong
      renderText={({ inSheet, reads }) =>
        inSheet && `“${inSheet}”${readsDates && reads ? ` reads as ${reads}` : ''}`
      }
      action={
        isTyped && (
          <Button variant="default" onClick={onCheckAgain}>
            Check again
          </Button>
        )
      }
    />
  )
}

const readsColumn: ListColumn<ShownRow> = {
  name: 'reads',
  header: 'Reads as',
  cell: ({ reads }) => (
    <Text component="span" inherit c="var(--el-red)" fw="var(--el-fw-medium)">
      {reads || 'No date'}
    </Text>
  ),
}
