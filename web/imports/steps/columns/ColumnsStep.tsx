import { Box, Button, Group, SimpleGrid, Text, VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBulb,
  IconCircleCheck,
  IconColumnRemove,
  IconSquareDashed,
} from '@tabler/icons-react'
import { useMemo, useRef, useState } from 'react'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { useMore } from '../../../ui/list/useMore.tsx'
import { listOf, plural } from '../../../ui/plural.ts'
import { useUndo, useUndoKey } from '../../../ui/undo/useUndo.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { FoldedAnswer } from '../FoldedAnswer.tsx'
import { Fold } from '../Fold.tsx'
import { answerAndMove, moveByKey, reopenAndMove } from '../openRows.ts'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { nounsOf, sheetWords } from '../../rowWords.ts'
import { fieldsWithoutColumn, isIdentifying } from '../../sheet/ask/askBlanks.ts'
import { chooseColumn, type ColumnChoice, reopenColumn, shownCell } from '../../sheet/guess/guessColumns.ts'
import { rowsOf, type SheetRow } from '../../sheet/rowsOf.ts'
import { type Target, targetsOf } from '../../sheet/targets.ts'
import classes from './ColumnsStep.module.css'

/** Step 2: every column that has cells is imported as a field, or left out. */
export function ColumnsStep({ kind, handle, job }: StepProps) {
  const { sheets, columns } = job
  const isPhone = useIsPhone()
  const targets = targetsOf(kind)
  const rows = useMemo(() => rowsOf(sheets), [sheets])
  const filled = columns.filter(({ filled: cells }) => cells > 0)
  const empty = columns.filter(({ filled: cells }) => cells === 0)
  const open = filled.filter(({ state }) => state === 'open')
  const answered = filled.filter(({ state }) => state === 'chosen' || state === 'left out')
  const understood = filled.filter(({ state }) => state === 'understood' || state === 'skipped')
  const lacking = fieldsWithoutColumn(kind, { columns })
  // Other fields may be the same for all rows, or not known.
  const missing = lacking.filter(
    ({ field, layout, mayBeUnknown }) =>
      layout !== undefined || (isIdentifying(kind, field) && !mayBeUnknown),
  )
  const asked = lacking.filter((target) => !missing.includes(target))
  // On a phone the bar is in the foot, because it would cover the fixed foot.
  const { offer, undo, bar } = useUndo({ placement: isPhone ? 'foot' : 'page', shortcut: 'U' })
  useUndoKey(undo)
  const card = useRef<HTMLElement>(null)
  const change = (changed: (before: ColumnChoice[]) => ColumnChoice[], about?: string) => {
    answerAndMove(card.current, () => handle.change((before) => ({ columns: changed(before.columns) })))
    if (about)
      offer({
        icon: IconColumnRemove,
        done: 'Left out.',
        about,
        undo: () => reopenAndMove(card.current, () => handle.change(() => ({ columns }))),
      })
  }
  const choose: OnChoose = (index, field) => {
    const { letter = '', heading = '' } = columns.find((column) => column.index === index) ?? {}
    const about = field === null ? `Column ${letter}${heading && `, ${heading}`}` : undefined
    change((before) => chooseColumn(before, index, field), about)
  }
  const reopen = (index: number) => change((before) => reopenColumn(before, index))
  const leaveOutAll = () =>
    change(
      (before) => open.reduce((all, { index }) => chooseColumn(all, index, null), before),
      plural(open.length, 'column'),
    )
  const labelOf = (field: string | null) => targets.find((target) => target.field === field)?.label
  return (
    <ImportFrame
      kind={kind}
      step="columns"
      subtitle={sheetWords(sheets, rows.length)}
      foot={{
        back: <StepButton verb="Back" kind={kind} step="file" />,
        hint: open.length > 0 && `${plural(open.length, 'column')} to decide`,
        next: (
          <>
            {isPhone && bar}
            <StepButton verb="Next" kind={kind} step="values" />
          </>
        ),
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move among the buttons inside */}
      <section ref={card} className="el-card" aria-label="Columns" onKeyDown={moveByKey}>
        <div className={frame.statement}>
          <div className="el-grow">
            <h2>
              {open.length > 0
                ? `${plural(open.length, 'column')} with data ${open.length === 1 ? 'is' : 'are'} not imported`
                : 'Every column has its place'}
            </h2>
            <p>
              {open.length > 0
                ? 'Say where each goes, or leave it out. Nothing is left out silently.'
                : countedWords(filled, empty.length)}
            </p>
          </div>
          {open.length > 1 && (
            <Button variant="default" onClick={leaveOutAll}>
              Leave out all {open.length}
            </Button>
          )}
        </div>
        {missing.length > 0 && <MissingColumns missing={missing} />}
        <ul className={frame.questions}>
          {open.map((column) => (
            <OpenColumn
              key={column.index}
              {...{ column, rows, targets }}
              noun={nounsOf(kind)}
              onChoose={choose}
            />
          ))}
          {answered.map((column) => (
            <FoldedAnswer
              key={column.index}
              text={nameOf(column)}
              answer={labelOf(column.field) ?? 'Left out'}
              count={plural(column.filled, 'cell')}
              isLeftOut={column.field === null}
              onChange={() => reopen(column.index)}
            />
          ))}
        </ul>
        <Fold
          icon={<IconCircleCheck size={20} color="var(--el-green)" aria-hidden />}
          title={`${plural(understood.length, 'column')} understood`}
          about={firstNames(understood.map((column) => labelOf(column.field) ?? nameOf(column)))}
        >
          <Understood {...{ understood, targets, rows }} onChoose={choose} />
        </Fold>
        {asked.length > 0 && (
          <p className={frame.quiet}>
            {listOf(asked.map(({ label }) => label))} {asked.length === 1 ? 'has' : 'have'} no column. Values
            asks for {asked.length === 1 ? 'it' : 'them'}.
          </p>
        )}
        {empty.length > 0 && (
          <Group className={frame.quiet} gap={11} wrap="nowrap">
            <IconSquareDashed size={20} aria-hidden />
            {empty.length === 1 ? '1 column is' : `${empty.length} columns are`} empty:{' '}
            {listOf(empty.map(({ letter }) => letter))}
          </Group>
        )}
        <StepFoot />
      </section>
      {!isPhone && bar}
    </ImportFrame>
  )
}

/** `7 are imported, 2 are left out as you said, 2 are empty.` */
function countedWords(filled: readonly ColumnChoice[], empty: number) {
  const count = (isOne: (column: ColumnChoice) => boolean) => filled.filter(isOne).length
  const parts: [number, string][] = [
    [count(({ field }) => field !== null), 'imported'],
    [count(({ state }) => state === 'left out'), 'left out as you said'],
    [count(({ state }) => state === 'skipped'), 'left out, because Elimu counts them itself'],
    [empty, 'empty'],
  ]
  const words = parts.flatMap(([of, what]) => (of > 0 ? `${of} ${of === 1 ? 'is' : 'are'} ${what}` : []))
  return `${words.join(', ')}.`
}

const NAMED = 4

/** `Email, First name, Last name, Phone and 2 more` */
function firstNames(names: string[]): string {
  const rest = names.length - NAMED
  return listOf([...names.slice(0, NAMED), ...(rest > 0 ? [`${rest} more`] : [])])
}

const nameOf = ({ heading, letter }: ColumnChoice) => heading || `Column ${letter}`

/** The fields that only a column can give. */
const MissingColumns = ({ missing }: { missing: Target[] }) => (
  <div className={frame.warning}>
    <IconAlertTriangle size={20} aria-hidden />
    <p>
      <b>
        {listOf(missing.map(({ label }) => label))} {missing.length === 1 ? 'has' : 'have'} no column.
      </b>{' '}
      Choose {missing.length === 1 ? 'it' : 'them'} among the columns. What is the same for all rows is asked
      under Values.
    </p>
  </div>
)

type OnChoose = (index: number, field: string | null) => void
type OpenColumnProps = {
  column: ColumnChoice
  rows: readonly SheetRow[]
  targets: Target[]
  noun: string
  onChoose: OnChoose
}

const VALUES_SHOWN = 4

/** A column that the user has to decide about, with its most frequent values. */
function OpenColumn({ column, rows, targets, noun, onChoose }: OpenColumnProps) {
  const { index, letter, heading, filled, guess } = column
  const [isWhole, setIsWhole] = useState(false)
  const values = useMemo(() => valuesIn(rows, index), [rows, index])
  const shown = isWhole ? values : values.slice(0, VALUES_SHOWN)
  const more = values.length - shown.length
  const areNumbers = values.every(({ text }) => /^[\d\s.,]+$/.test(text))
  const guessed = targets.find(({ field }) => field === guess)
  return (
    <li className={classes.open} data-open aria-label={nameOf(column)}>
      <span className={classes.letter} aria-hidden>
        {letter}
      </span>
      <div className={classes.heading}>
        <b className="el-strong el-break">{heading || 'No heading'}</b>
        <span className="el-sm el-ink-3">
          {filled} filled, {areNumbers ? 'all numbers' : plural(values.length, 'value')}
        </span>
      </div>
      <div className={classes.values}>
        <ul>
          {shown.map(({ text, count }) => (
            <li key={text}>
              {text}
              {count > 1 && <b>{count}</b>}
            </li>
          ))}
          {more > 0 && (
            <li>
              <button type="button" className={frame.link} onClick={() => setIsWhole(true)}>
                {more} more
              </button>
            </li>
          )}
        </ul>
        {!guessed && <p className="el-sm el-ink-2">Like no field of {noun}.</p>}
      </div>
      <fieldset className={classes.actions} aria-label={`Where ${nameOf(column)} goes`}>
        {guessed && (
          <Button
            variant="default"
            data-option
            leftSection={<IconBulb size={18} color="var(--el-blue)" aria-label="Likely" />}
            onClick={() => onChoose(index, guessed.field)}
          >
            Import as {guessed.label}
          </Button>
        )}
        <SearchSelect
          aria-label={`Import ${nameOf(column)} as`}
          placeholder="Import as"
          data={targets.map((target) => ({ value: target.field, label: target.label }))}
          value=""
          wideList={{ width: 300, className: undefined }}
          onChange={(field) => field !== '' && onChoose(index, field)}
        />
        <Button variant="default" data-option onClick={() => onChoose(index, null)}>
          Leave out
        </Button>
      </fieldset>
    </li>
  )
}

/** The values of a column, the most frequent first. */
function valuesIn(rows: readonly SheetRow[], index: number) {
  const found = new Map<string, number>()
  for (const { cells } of rows) {
    const text = shownCell(cells[index])
    if (text !== '') found.set(text, (found.get(text) ?? 0) + 1)
  }
  return [...found].map(([text, count]) => ({ text, count })).toSorted((a, b) => b.count - a.count)
}

type UnderstoodProps = { understood: ColumnChoice[]; targets: Target[]; rows: SheetRow[]; onChoose: OnChoose }

/** The columns that needed no answer, which can be changed. */
function Understood({ understood, targets, rows, onChoose }: UnderstoodProps) {
  const [shown, more] = useMore(understood)
  const isPhone = useIsPhone()
  return (
    <>
      {isPhone ? (
        <ul>
          {shown.map((column) => (
            <Box component="li" key={column.index} className="el-line" p="12px 16px 14px">
              <Text size="ui" lh="body" mb={6} truncate>
                <b className="el-strong">{nameOf(column)}</b>{' '}
                <span className="el-ink-2">{column.samples.find(Boolean)}</span>
              </Text>
              <GoesTo column={column} targets={targets} onChoose={onChoose} />
            </Box>
          ))}
        </ul>
      ) : (
        <div className={frame.inputs}>
          <ListTable
            label="Columns of the sheet"
            columns={tableColumns(targets, onChoose, examplesHead(rows))}
            rows={shown}
            rowKey={({ index }) => index}
          />
        </div>
      )}
      {more && <div className={frame.part}>{more}</div>}
    </>
  )
}

/** `For example, rows 4 to 6` */
function examplesHead(rows: readonly SheetRow[]): string {
  const [first, , last] = rows
  return first && last && first.sheet === last.sheet
    ? `For example, rows ${first.number} to ${last.number}`
    : 'For example'
}

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
    width: '20%',
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
]

const LEFT_OUT = '-'

type GoesToProps = { column: ColumnChoice; targets: Target[]; onChoose: OnChoose }

const GoesTo = ({ column: { index, letter, heading, field }, targets, onChoose }: GoesToProps) => (
  <SearchSelect
    aria-label={`Column ${letter}, ${heading || 'without a heading'}, goes to`}
    data={[
      { value: LEFT_OUT, label: 'Left out' },
      ...targets.map((target) => ({ value: target.field, label: target.label })),
    ]}
    value={field ?? LEFT_OUT}
    onChange={(chosen) => onChoose(index, chosen === LEFT_OUT ? null : chosen)}
  />
)
