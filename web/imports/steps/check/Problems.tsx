import { Button, Text } from '@mantine/core'
import { IconBulb } from '@tabler/icons-react'
import { isDay } from '#contract/base/days.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { type ImportErrorCode, isRecordImport } from '#contract/imports.ts'
import { entryExams, DEFAULT_EXAM } from '#contract/students/entryExams.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { plural } from '../../../ui/plural.ts'
import { StepButton } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { nameOf, textOf } from '../../rowWords.ts'
import { keyOf } from '../../sheet/Answers.ts'
import { openDates } from '../../sheet/ask/askDates.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'
import { cellText } from '../../sheet/Spreadsheet.ts'
import { partTarget, type Target } from '../../sheet/targets.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { ValueInput } from '../../ValueInput.tsx'
import { withCorrections, withLeftOut } from './rowAnswers.ts'
import { Kind } from './Kind.tsx'
import { adviceOf, type FixedAt, type kindsOf, type Problem, titleOfKind } from './problems.ts'
import { CorrectionInput } from '../CorrectionInput.tsx'
import { type CheckedProps, RowGroup, RowList } from './RowGroup.tsx'

/** Each unknown name is a separate problem, and a sheet may have thousands. */
const FIRST_SHOWN = 20

type ProblemsProps = CheckedProps & {
  of: ReturnType<typeof kindsOf>[number]
  /** Its number among the questions; undefined if its rows only wait for others. */
  number: number | undefined
  /** What its rows add up to; undefined if they are no receipts. */
  cents: number | undefined
}

/** The rows with problems of one kind, grouped by the fix. */
export function Problems({ of, number, cents, ...props }: ProblemsProps) {
  const [shown, more] = useMore(of.problems, { first: FIRST_SHOWN })
  return (
    <Kind number={number} title={titleOfKind(of)} cents={cents}>
      {shown.map((problem, index) => (
        <ProblemGroup key={problem.id} {...props} problem={problem} isFirst={number === 1 && index === 0} />
      ))}
      {more && <div className={frame.part}>{more}</div>}
    </Kind>
  )
}

type ProblemProps = CheckedProps & { problem: Problem }

function ProblemGroup({ isFirst, ...props }: ProblemProps & { isFirst: boolean }) {
  const { problem } = props
  const step = fixedAt(props)
  const { title, advice } = adviceOf(problem, step)
  return (
    <RowGroup
      of="rows"
      count={plural(problem.rows.length, 'row')}
      title={title}
      advice={advice}
      isOpenAtFirst={isFirst}
      actions={<FixAll {...props} title={title} step={step} />}
    >
      <ProblemRows {...props} />
    </RowGroup>
  )
}

const isChosen = ({ cellKind }: Target) => cellKind === 'words' || cellKind === 'names'

/** The step where one answer fixes all rows of a problem. */
function fixedAt({ job: { columns, answers }, asked, problem }: ProblemProps): FixedAt | undefined {
  const { field, target, code } = problem
  if (!target || isChosen(target) || partTarget(field)) return undefined
  const isAsked = asked.questions.some(({ kind, target: of }) => kind === 'blank' && of.field === field)
  if (code === 'empty' && isAsked) return 'blanks'
  if (columns.every((column) => column.field !== field)) return 'columns'
  const date = asked.dates.find((each) => each.target.field === field)
  return date && openDates(date, answers).length > 0 && code === 'notADate' ? 'dates' : undefined
}

/** Words whose meaning is asked under Values. */
const askedAtValues = new Set<ImportErrorCode>([
  'schoolUnknown',
  'clusterUnknown',
  'yearUnknown',
  'termUnknown',
  'classUnknown',
  'subjectUnknown',
  'categoryUnknown',
])

/** Errors that a new value of the same cell cannot fix. */
const notFixableHere = new Set<ImportErrorCode>([
  'notActive',
  'recordClosed',
  'studentTwice',
  'recordWaits',
  'planTwice',
  'accountTwice',
  'accountOfBoth',
  ...askedAtValues,
])

type FixAllProps = ProblemProps & { title: string; step: FixedAt | undefined }

/** One answer for all rows of a group, if one answer can fix them. */
function FixAll({ problem, title, step, kind, made, handle }: FixAllProps) {
  const { field, target, value, code, rows } = problem
  const sources = rows.flatMap((row) => made.sources[row] ?? [])
  const addAsNew = rows.length === 1 ? 'Add it as new' : `Add all ${rows.length} as new`
  const setAll = (other: string, all: string) =>
    handle.change((said) => withCorrections(said, sources, { [other]: all }))
  const button = (words: string, onClick: () => void) => (
    <Button variant="default" onClick={onClick}>
      {words}
    </Button>
  )
  if (askedAtValues.has(code)) return <StepButton verb="Back" kind={kind} step="values" />
  if (notFixableHere.has(code)) return null
  // A record adds no student.
  if (code === 'refUnknown' && !isRecordImport(kind)) return button(addAsNew, () => setAll('ref', ''))
  if (code === 'schoolSpelled') {
    return button(addAsNew, () =>
      handle.change((said) => withCorrections(said, sources, { duplicate: 'add' })),
    )
  }
  if (code === 'hasSupporter' || code === 'examRemoves') {
    const [left, words] = code === 'hasSupporter' ? ['supporter', 'supporters'] : ['entry_exam', 'exams']
    return button(`Leave the ${words} as they are`, () =>
      handle.change((said) => withLeftOut(said, left, true, sources)),
    )
  }
  if (target && isChosen(target))
    return (
      <>
        {problem.students.map(({ ref, name }, index) => (
          <Button
            key={ref}
            variant="default"
            leftSection={index === 0 && <IconBulb size={18} color="var(--el-blue)" aria-label="Likely" />}
            onClick={() => setAll('name', ref)}
          >
            {name}, {ref}
          </Button>
        ))}
        <ValueInput
          target={target}
          label={`${target.label} for ${plural(rows.length, 'row')}: ${title}`}
          value=""
          onChange={(chosen) =>
            // Two students of one name may be in other rows.
            value === undefined || field === 'name'
              ? setAll(field, chosen)
              : handle.answer({ [keyOf('word', field, value)]: { means: chosen } })
          }
        />
      </>
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

type ShownRow = { source: SheetRow; name: string; inSheet: string; reads: string }

/** The rows of a problem, each with the sheet's value and an input for the right one. */
function ProblemRows({ kind, problem, made, job, handle }: ProblemProps) {
  const { target, rows } = problem
  const column = job.columns.find(({ field }) => field === target?.field)?.index ?? -1
  const editTarget = target && !notFixableHere.has(problem.code) ? target : undefined
  const readsDates = target?.cellKind === 'date'
  const input = ({ source, name }: ShownRow) =>
    editTarget && (
      <CorrectionInput
        target={editTarget}
        label={`${editTarget.label} of ${name || source.name}`}
        value={textOf(job.corrections[source.key] ?? {}, editTarget.field)}
        onChange={(value) =>
          handle.change((said) => withCorrections(said, [source], { [editTarget.field]: value }))
        }
      />
    )
  return (
    <RowList
      label={`Rows: ${problem.message}`}
      rows={rows.flatMap((row): ShownRow[] => {
        const [source, sent] = [made.sources[row], made.rows[row] ?? {}]
        if (!source) return []
        const text = textOf(sent, target?.field ?? '')
        // A mark or cost may have several cells.
        const inSheet = cellText(source.cells[column]) || text
        return [{ source, name: nameOf(kind, sent), inSheet, reads: isDay(text) ? formatDay(text) : '' }]
      })}
      columns={[
        { name: 'name', header: 'Name', isName: true, cell: ({ name }) => name || '–' },
        { name: 'inSheet', header: 'In your sheet', cell: ({ inSheet }) => inSheet || '–' },
        ...(readsDates ? [readsColumn] : []),
      ]}
      input={editTarget && { header: editTarget.label, width: 270, cell: input }}
      isWrong
      renderText={({ inSheet, reads }) =>
        inSheet && `“${inSheet}”${readsDates && reads ? ` reads as ${reads}` : ''}`
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
