import type { ImportCheck } from '#contract/imports.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { plural } from '../../../ui/plural.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import frame from '../../imports.module.css'
import type { ImportJob } from '../../importJob.ts'
import { nameOf, nounOf, nounsOf, shownDay } from '../../rowWords.ts'
import type { MadeRows } from '../../sheet/makeRows.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'
import { targetsOf } from '../../sheet/targets.ts'
import { isLeftOutOfUpdates, withLeftOut } from './rowAnswers.ts'
import { type CheckedProps, RowGroup, RowList } from './RowGroup.tsx'

type FieldChanges = ImportCheck['changes'][number]

/** The changes that updates would make, field by field. Each can be left out. */
export function Changes({ found: { changes }, ...props }: CheckedProps) {
  const { kind, made, job } = props
  if (changes.length === 0) return null
  const changed = changes.flatMap((each) => includedRows(each, made, job).map(({ row }) => row))
  return (
    <section className="el-card" aria-label={`Changes to ${nounsOf(kind)}`}>
      <CardHead
        title={`${plural(new Set(changed).size, nounOf(kind))} would be changed`}
        about="Empty cells in your sheet change nothing. Leave out any change that is not wanted."
      />
      {changes.map((each) => (
        <FieldGroup key={each.field} of={each} {...props} />
      ))}
    </section>
  )
}

const includedRows = ({ field, rows }: FieldChanges, { sources }: MadeRows, job: ImportJob) =>
  rows.filter(({ row }) => !isLeftOutOfUpdates(job, field, sources[row]))

const choices = [
  { id: 'change', name: 'Change' },
  { id: 'keep', name: 'Leave as is' },
] as const
type Choice = (typeof choices)[number]['id']

type FieldGroupProps = Omit<CheckedProps, 'found'> & { of: FieldChanges }

function FieldGroup({ of, kind, made, job, handle }: FieldGroupProps) {
  const { field, rows } = of
  const label = targetsOf(kind).find((target) => target.field === field)?.label ?? field
  const { length } = includedRows(of, made, job)
  const areAllLeftOut = isLeftOutOfUpdates(job, field)
  const all = rows.flatMap(({ row }) => made.sources[row] ?? [])
  const decide = (choice: Choice, source?: SheetRow) =>
    handle.change((said) => withLeftOut(said, field, choice === 'keep', source ? [source] : all, !source))
  const choiceOf = ({ source, name }: ShownChange) =>
    !areAllLeftOut && (
      <Segments
        label={`${label} of ${name}, ${source.name}`}
        choices={choices}
        chosen={isLeftOutOfUpdates(job, field, source) ? 'keep' : 'change'}
        onChoose={(choice) => decide(choice, source)}
      />
    )
  return (
    <RowGroup
      of="changes"
      count={plural(length, nounOf(kind))}
      title={`${label} would change`}
      actions={
        <Segments
          label={`${label} of ${plural(rows.length, nounOf(kind))}`}
          choices={choices}
          chosen={areAllLeftOut ? 'keep' : length < rows.length ? undefined : 'change'}
          onChoose={(choice) => decide(choice)}
        />
      }
    >
      <RowList
        label={`Changes: ${label}`}
        rows={rows.flatMap(({ row, from, to }): ShownChange[] => {
          const source = made.sources[row]
          const name = nameOf(kind, made.rows[row] ?? {})
          return source ? [{ source, name, from: shownDay(from ?? 'None'), to: shownDay(to ?? 'None') }] : []
        })}
        columns={changeColumns}
        input={{ header: `This ${nounOf(kind)}`, width: 220, cell: choiceOf }}
        renderText={({ from, to }) => (
          <>
            {from} → <mark className={frame.differs}>{to}</mark>
          </>
        )}
      />
    </RowGroup>
  )
}

type ShownChange = { source: SheetRow; name: string; from: string; to: string }

const changeColumns: ListColumn<ShownChange>[] = [
  { name: 'name', header: 'In your sheet', isName: true, cell: ({ name }) => name },
  { name: 'from', header: 'Now', cell: ({ from }) => from },
  { name: 'to', header: 'After the import', cell: ({ to }) => <mark className={frame.differs}>{to}</mark> },
]
