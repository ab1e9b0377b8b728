import type { ImportCheck } from '#contract/imports.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { plural } from '../../../ui/plural.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import { StepFoot } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import type { ImportJob } from '../../ImportJobs.tsx'
import { nameOf, shownDay } from '../../rowWords.ts'
import type { MadeRows } from '../../sheet/Answers.ts'
import { targetsOf } from '../../sheet/targets.ts'
import { isLeftOutOfUpdates, withLeftOut } from './rowAnswers.ts'
import { type CheckedProps, RowGroup, RowList } from './RowGroup.tsx'

type FieldChanges = ImportCheck['changes'][number]

/** The changes that updates would make, field by field. Each can be left out. */
export function Changes({ found: { changes }, isLast, ...props }: CheckedProps) {
  const { made, job } = props
  if (changes.length === 0) return null
  const changed = changes.flatMap((each) => includedRows(each, made, job).map(({ row }) => row))
  return (
    <section className="el-card" aria-label="Changes to students">
      <CardHead
        title={`${plural(new Set(changed).size, 'student')} would be changed`}
        about="Empty cells in your sheet change nothing. Leave out any change that is not wanted."
      />
      {changes.map((each) => (
        <FieldGroup key={each.field} of={each} {...props} />
      ))}
      {isLast && <StepFoot />}
    </section>
  )
}

const includedRows = ({ field, rows }: FieldChanges, { numbers }: MadeRows, { answers }: ImportJob) =>
  rows.filter(({ row }) => !isLeftOutOfUpdates(answers, field, numbers[row]))

const choices = [
  { id: 'change', name: 'Change' },
  { id: 'keep', name: 'Leave as is' },
] as const
type Choice = (typeof choices)[number]['id']

type FieldGroupProps = Omit<CheckedProps, 'found' | 'isLast'> & { of: FieldChanges }

function FieldGroup({ of, made, job, handle }: FieldGroupProps) {
  const { field, rows } = of
  const { answers } = job
  const label = targetsOf('students').find((target) => target.field === field)?.label ?? field
  const { length } = includedRows(of, made, job)
  const areAllLeftOut = isLeftOutOfUpdates(answers, field)
  const decide = (choice: Choice, numbers?: number[]) =>
    handle.answer((said) => withLeftOut(said, field, choice === 'keep', numbers))
  const choiceOf = ({ number, name }: ShownChange) =>
    !areAllLeftOut && (
      <Segments
        label={`${label} of ${name}, row ${number}`}
        choices={choices}
        chosen={isLeftOutOfUpdates(answers, field, number) ? 'keep' : 'change'}
        onChoose={(choice) => decide(choice, [number])}
      />
    )
  return (
    <RowGroup
      of="changes"
      count={plural(length, 'student')}
      title={`${label} would change`}
      actions={
        <Segments
          label={`${label} of ${plural(rows.length, 'student')}`}
          choices={choices}
          chosen={areAllLeftOut ? 'keep' : length < rows.length ? undefined : 'change'}
          onChoose={(choice) => decide(choice)}
        />
      }
    >
      <RowList
        label={`Changes: ${label}`}
        rows={rows.map(({ row, from, to }) => ({
          number: made.numbers[row] ?? 0,
          name: nameOf('students', made.rows[row] ?? {}),
          from: shownDay(from ?? 'None'),
          to: shownDay(to ?? 'None'),
        }))}
        columns={changeColumns}
        input={{ header: 'This student', width: 220, cell: choiceOf }}
        renderText={({ from, to }) => (
          <>
            {from} → <mark className={frame.differs}>{to}</mark>
          </>
        )}
      />
    </RowGroup>
  )
}

type ShownChange = { number: number; name: string; from: string; to: string }

const changeColumns: ListColumn<ShownChange>[] = [
  { name: 'name', header: 'In your sheet', isName: true, cell: ({ name }) => name },
  { name: 'from', header: 'Now', cell: ({ from }) => from },
  { name: 'to', header: 'After the import', cell: ({ to }) => <mark className={frame.differs}>{to}</mark> },
]
