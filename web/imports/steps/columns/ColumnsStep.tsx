import { Box, Group, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconColumnRemove } from '@tabler/icons-react'
import { useMemo } from 'react'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { listOf, plural } from '../../../ui/plural.ts'
import { StatusBadge, type StatusLook } from '../../../ui/StatusBadge.tsx'
import { useUndo } from '../../../ui/undo/useUndo.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import classes from './ColumnsStep.module.css'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { rowsOf } from '../../importJob.ts'
import type { ImportJob } from '../../ImportJobs.tsx'
import { nounOf } from '../../rowWords.ts'
import { fieldsToSettle } from '../../sheet/askMissing.ts'
import type { ColumnChoice } from '../../sheet/guess/guessColumns.ts'
import { withColumn } from '../../sheet/answersStillValid.ts'
import { type Target, targetsOf } from '../../sheet/targets.ts'
import { LeaveUnknown, ValueInput } from '../../ValueInput.tsx'

/** Step 2: the field of each column. */
export function ColumnsStep({ kind, handle, job }: StepProps) {
  const { sheet, answers } = job
  const { header, columns, defaults } = answers
  const isPhone = useIsPhone()
  const { answer } = handle
  const targets = targetsOf(kind)
  // Fields with one value for all rows stay listed, so that the value can be changed.
  const missing = useMemo(
    () => fieldsToSettle(kind, { sheet, header, columns }),
    [kind, sheet, header, columns],
  )
  const open = missing.filter(({ field }) => (defaults[field] ?? '').trim() === '')
  const toChoose = columns.filter(({ state }) => state === 'choose').length
  const guessed = columns.filter(({ state }) => state === 'guessed').length
  // On a phone the bar is in the foot, because it would cover the fixed foot.
  const { offer, bar } = useUndo({ placement: isPhone ? 'foot' : 'page' })
  const choose = (index: number, field: string | null) => {
    answer((said) => withColumn(said, index, field))
    const before = columns.find((column) => column.index === index)
    if (field !== null || !before?.field) return
    offer({
      icon: IconColumnRemove,
      done: 'Left out.',
      about: `Column ${before.letter}${before.heading && `, ${before.heading}`}`,
      undo: () =>
        answer((said) => ({
          ...withColumn(said, index, before.field),
          dates: { ...answers.dates, ...said.dates },
        })),
    })
  }
  const hint =
    open.length > 0
      ? `${plural(open.length, 'needed field')} to settle`
      : toChoose > 0 &&
        `${plural(toChoose, 'column')} without a choice ${toChoose === 1 ? 'is' : 'are'} left out`
  return (
    <ImportFrame
      kind={kind}
      step="columns"
      subtitle="Say where each column of the sheet goes."
      foot={{
        back: <StepButton verb="Back" kind={kind} step="file" />,
        hint,
        next: (
          <>
            {isPhone && bar}
            <StepButton verb="Next" kind={kind} step="values" />
          </>
        ),
      }}
    >
      <section className="el-card">
        {missing.length > 0 && (
          <MissingFields
            {...{ kind, handle, job, missing }}
            isSettled={open.length === 0}
            onColumn={choose}
          />
        )}
        <CardHead
          title={plural(columns.length, 'column')}
          about={guessed > 0 && `${guessed} guessed from their headings and contents. Please look them over.`}
        />
        {isPhone ? (
          <ul>
            {columns.map((column) => (
              <Box component="li" key={column.index} className="el-line" p="12px 16px 14px">
                <Group gap={10} wrap="nowrap">
                  <span className="el-ink-3">{column.letter}</span>
                  <b className="el-grow el-strong el-break">{column.heading || 'No heading'}</b>
                  <StatusBadge {...states[column.state]} />
                </Group>
                <Text size="ui" lh="body" c="gray" mt={2} mb={8} truncate>
                  {column.samples.filter(Boolean).join(', ')}
                </Text>
                <GoesTo column={column} targets={targets} onChoose={choose} />
              </Box>
            ))}
          </ul>
        ) : (
          <div className={frame.inputs}>
            <ListTable
              label="Columns of the sheet"
              columns={tableColumns(targets, choose, examplesHead(job))}
              rows={columns}
              rowKey={({ index }) => index}
            />
          </div>
        )}
        <StepFoot />
      </section>
      {!isPhone && bar}
    </ImportFrame>
  )
}

const states: Record<ColumnChoice['state'], StatusLook> = {
  guessed: { word: 'Guessed', tone: 'blue', shape: 'bulb' },
  chosen: { word: 'Chosen', tone: 'green', shape: 'circledTick' },
  choose: { word: 'Choose', tone: 'amber', shape: 'ring' },
  'left out': { word: 'Left out', tone: 'grey', shape: 'square' },
}

/** `For example, rows 4 to 6` */
function examplesHead(job: ImportJob): string {
  const rows = rowsOf(job).slice(0, 3)
  const [first, last] = [rows[0], rows.at(-1)]
  return first && last && first !== last
    ? `For example, rows ${first.number} to ${last.number}`
    : 'For example'
}

type OnChoose = (index: number, field: string | null) => void

const tableColumns = (
  targets: Target[],
  onChoose: OnChoose,
  examples: string,
): ListColumn<ColumnChoice>[] => [
  {
    name: 'letter',
    header: <VisuallyHidden>Letter</VisuallyHidden>,
    width: 52,
    cell: ({ letter }) => <span className="el-ink-3">{letter}</span>,
  },
  {
    name: 'heading',
    header: 'In your sheet',
    width: '16%',
    isName: true,
    cell: ({ heading }) => heading || '–',
  },
  {
    name: 'samples',
    header: examples,
    cell: ({ samples }) => (
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing={14} className="el-ink-2 el-numbers">
        {samples.map((sample, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the samples of a column never change
          <Box component="span" key={at} className="el-clip" {...(at > 0 && { visibleFrom: 'lg' })}>
            {sample || '–'}
          </Box>
        ))}
      </SimpleGrid>
    ),
  },
  {
    name: 'field',
    header: 'Goes to',
    width: 300,
    cell: (column) => <GoesTo column={column} targets={targets} onChoose={onChoose} />,
  },
  { name: 'state', header: 'State', width: 130, cell: ({ state }) => <StatusBadge {...states[state]} /> },
]

const LEFT_OUT = '-'

const noteOf = ({ isNeeded, neededWith }: Partial<Target> = {}) =>
  neededWith ? `needed with ${neededWith}` : isNeeded ? 'needed' : undefined

type GoesToProps = { column: ColumnChoice; targets: Target[]; onChoose: OnChoose }

const GoesTo = ({ column: { index, letter, heading, field, state }, targets, onChoose }: GoesToProps) => (
  <SelectBox
    aria-label={`Column ${letter}, ${heading || 'without a heading'}, goes to`}
    className={classes.goesTo}
    {...(state === 'choose' && { placeholder: 'Select a field, or leave it out' })}
    data={[
      { value: LEFT_OUT, label: 'Don’t import' },
      ...targets.map((target) => ({ value: target.field, label: target.label })),
    ]}
    value={field ?? (state === 'choose' ? '' : LEFT_OUT)}
    note={noteOf(targets.find((target) => target.field === field))}
    onChange={({ currentTarget: { value } }) =>
      onChoose(index, value === LEFT_OUT || value === '' ? null : value)
    }
  />
)

type MissingFieldsProps = StepProps & { missing: Target[]; isSettled: boolean; onColumn: OnChoose }

const COUNTS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** The required fields without a column, listed before the other columns. */
function MissingFields({ kind, handle, job, missing, isSettled, onColumn }: MissingFieldsProps) {
  const { columns, defaults } = job.answers
  const isOne = missing.length === 1
  const asked = missing.length === 2 ? 'both' : isOne ? 'it' : 'them'
  const free = columns.filter(({ field }) => field === null)
  return (
    <div className={classes.missing} data-tone={isSettled ? undefined : 'amber'}>
      <Group
        component="h2"
        gap={11}
        wrap="nowrap"
        align="flex-start"
        c="var(--tone)"
        className="el-body el-strong"
      >
        <IconAlertTriangle size={20} style={{ marginTop: 2 }} aria-hidden />
        {COUNTS[missing.length] ?? missing.length} needed {isOne ? 'field has' : 'fields have'} no column:{' '}
        {listOf(missing.map(({ label }) => label))}
      </Group>
      <Text className={frame.text} mt={1} ml={{ sm: 31 }}>
        Elimu asks for {asked} for every {nounOf(kind)}. Choose the column with {isOne ? 'it' : 'them'}, or
        give one value for every row.
      </Text>
      <Box mt={8} ml={{ sm: 31 }}>
        <LeaveUnknown handle={handle} targets={missing} />
      </Box>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing={24} verticalSpacing={12} mt={12} mb={2} ml={{ sm: 31 }}>
        {missing.map((target) => (
          <fieldset key={target.field}>
            <Box component="legend" className="el-sm el-strong" p={0} mb={5}>
              {target.label}
            </Box>
            <SelectBox
              aria-label={`Column of ${target.label}`}
              placeholder="Choose a column"
              data={free.map(({ index, letter, heading }) => ({
                value: String(index),
                label: `${letter}: ${heading || 'No heading'}`,
              }))}
              value=""
              onChange={({ currentTarget: { value } }) => value && onColumn(Number(value), target.field)}
            />
            {(!target.layout || target.cellKind === 'names') && (
              <>
                <span className="el-sm el-ink-2">or the same for all:</span>
                <ValueInput
                  target={target}
                  label={`${target.label}, the same for all`}
                  placeholder={target.hint}
                  value={defaults[target.field] ?? ''}
                  onChange={(value) => handle.giveDefault(target.field, value)}
                />
              </>
            )}
          </fieldset>
        ))}
      </SimpleGrid>
    </div>
  )
}
