import { Box, Button } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { entryExams, DEFAULT_EXAM } from '#contract/students/entryExams.ts'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import { plural } from '../../../ui/plural.ts'
import { SectionHead, StepButton, StepFoot } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { withWord } from '../../importJob.ts'
import type { BlankQuestion } from '../../sheet/askMissing.ts'
import { type DateQuestion, unansweredDates } from '../../sheet/askDates.ts'
import { saveLeftOut } from '../../sheet/saveRows.ts'
import { partTarget, type Target, targetsOf } from '../../sheet/targets.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { ValueInput } from '../../ValueInput.tsx'
import { AddPlaces, PlaceRows } from '../values/UnknownPlaces.tsx'
import type { Places } from '../values/usePreparedImport.ts'
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
import { notFixableHere, ProblemRows } from './ProblemRows.tsx'
import { type CheckedProps, RowGroup } from './RowGroup.tsx'

/** Each unknown name is a separate problem, and a sheet may have thousands. */
const FIRST_SHOWN = 20

type ProblemsProps = CheckedProps & {
  places: Places
  dates: DateQuestion[]
  blanks: BlankQuestion[]
  onCheckAgain: () => void
}

/** The rows that need fixing, grouped by the fix. */
export function Problems(props: ProblemsProps) {
  const { kind, found, made, job } = props
  const targets = useMemo(() => targetsOf(kind), [kind])
  const problems = useMemo(() => groupProblems(found.errors, targets), [found.errors, targets])
  const [shown, more] = useMore(problems, FIRST_SHOWN)
  const saving = useMutation({
    mutationFn: () => saveLeftOut(job.sheet, made.answers, reasonsOf(found, made), job.file.name),
  })
  const count = wrongRows(found.errors)
  if (count === 0) return null
  return (
    <section className={frame.card} aria-label="Rows that need fixing">
      <SectionHead
        title={`${plural(count, 'row')} ${count === 1 ? 'needs' : 'need'} fixing`}
        about="Grouped by what fixes them. Rows that are not fixed are not imported."
      >
        <Button
          variant="default"
          leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
          onClick={() => saving.mutate()}
        >
          Download {count === 1 ? 'this row' : `these ${count} rows`}
        </Button>
      </SectionHead>
      {shown.map((problem, index) => (
        <ProblemGroup key={problem.id} {...props} problem={problem} isFirst={index === 0} />
      ))}
      {more && <div className={frame.part}>{more}</div>}
      {props.isLast && <StepFoot />}
    </section>
  )
}

function ProblemGroup({
  problem,
  isFirst,
  ...props
}: ProblemsProps & { problem: Problem; isFirst: boolean }) {
  const { places, handle } = props
  const isPlace = isPlaceUnknown(problem)
  const step = fixedAt(props, problem)
  const { title, advice } = adviceOf(problem, step)
  return (
    <RowGroup
      of="rows"
      count={plural(problem.rows.length, 'row')}
      title={title}
      label={title}
      advice={advice}
      isOpenAtFirst={isFirst || isPlace}
      actions={<FixAll {...props} problem={problem} title={title} step={step} />}
    >
      {isPlace ? (
        <Box m={{ base: '0 16px 14px', sm: '0 20px 16px 49px' }}>
          <PlaceRows places={places} handle={handle} />
        </Box>
      ) : (
        <ProblemRows {...props} problem={problem} />
      )}
    </RowGroup>
  )
}

const isChosen = ({ holds }: Target) => holds === 'words' || holds === 'names'

/** The step where one answer fixes all rows of a problem. */
function fixedAt(
  { job: { answers }, dates, blanks }: ProblemsProps,
  { field, target, code }: Problem,
): FixedAt | undefined {
  if (!target || isChosen(target) || partTarget(field)) return undefined
  if (answers.columns.every((column) => column.field !== field)) return 'columns'
  if (code === 'empty' && blanks.some((blank) => blank.target.field === field)) return 'blanks'
  const asked = dates.find((date) => date.target.field === field)
  const isOpen = asked && unansweredDates(asked, answers.dates[field]).length > 0
  return isOpen && code === 'notADate' ? 'dates' : undefined
}

type FixAllProps = ProblemsProps & { problem: Problem; title: string; step: FixedAt | undefined }

/** One answer for all rows of a group, if one answer can fix them. */
function FixAll({ problem, title, step, kind, made, handle, places }: FixAllProps) {
  const { field, target, value, code, rows } = problem
  const { answer } = handle
  const setAll = (other: string, all: string) =>
    answer((answers) => withAnswer(answers, made, rows, other, all))
  const leaveUnknown = target?.mayBeUnknown && (
    <Button variant="default" onClick={() => setAll(field, NOT_KNOWN)}>
      Leave as not known
    </Button>
  )
  if (code === 'subjectUnknown' || code === 'categoryUnknown')
    return <StepButton verb="Back" kind={kind} step="values" />
  if (notFixableHere.has(code)) return null
  if (code === 'refUnknown')
    return (
      <Button variant="default" onClick={() => setAll('ref', '')}>
        {rows.length === 1 ? 'Add it as new' : `Add all ${rows.length} as new`}
      </Button>
    )
  if (code === 'hasSupporter' || code === 'examRemoves') {
    const numbers = rows.map((row) => made.numbers[row] ?? 0)
    const [left, words] = code === 'hasSupporter' ? ['supporter', 'supporters'] : ['entry_exam', 'exams']
    return (
      <Button variant="default" onClick={() => answer((said) => withLeftOut(said, left, true, numbers))}>
        Leave the {words} as they are
      </Button>
    )
  }
  if (field === 'kcpe')
    return (
      <>
        <SelectBox
          aria-label={`Another exam for ${plural(rows.length, 'row')}`}
          placeholder={rows.length === 1 ? 'Another exam' : `Another exam for all ${rows.length}`}
          data={Object.keys(entryExams).flatMap((exam) =>
            exam === DEFAULT_EXAM ? [] : [{ value: exam, label: exam }],
          )}
          value=""
          onChange={({ currentTarget }) => setAll('entry_exam', currentTarget.value)}
        />
        {leaveUnknown}
      </>
    )
  if (isPlaceUnknown(problem)) return <AddPlaces places={places} handle={handle} />
  if (step)
    return (
      <>
        <StepButton verb="Back" kind={kind} step={step === 'columns' ? 'columns' : 'values'} />
        {leaveUnknown}
      </>
    )
  if (!target || !isChosen(target)) return leaveUnknown
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
}
