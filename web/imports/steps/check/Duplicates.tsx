import { Box, Group, SimpleGrid, Text } from '@mantine/core'
import { IconPhotoOff } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import type { LikeStudent } from '#contract/students/duplicates.ts'
import type { Decision, DuplicateRow, ImportedRow } from '#contract/imports.ts'
import { fold } from '#contract/base/lists.ts'
import { STUDENT_ACTIVE, studentLabels } from '#contract/students/students.ts'
import { StudentPicture } from '../../../students/files/StudentPicture.tsx'
import { StudentStatusBadge } from '../../../students/StudentStatusBadge.tsx'
import { formatDay } from '../../../ui/formatDate.ts'
import { capital, plural } from '../../../ui/plural.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import frame from '../../imports.module.css'
import { shownDay, textOf } from '../../rowWords.ts'
import type { MadeRows } from '../../sheet/makeRows.ts'
import type { SheetRow } from '../../sheet/rowsOf.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import type { ImportJob } from '../../importJob.ts'
import type { CheckedProps } from './RowGroup.tsx'
import { Kind } from './Kind.tsx'
import classes from './Kind.module.css'
import { decisionOf, withCorrections } from './rowAnswers.ts'

const FIRST_SHOWN = 3

/** A row of the sheet with all students and rows who may be the same child. */
type Pair = { row: number; source: SheetRow; sent: ImportedRow; here: LikeStudent[]; inSheet: SentRow[] }
type SentRow = { source: SheetRow; sent: ImportedRow }

type DuplicatesProps = Pick<CheckedProps, 'job' | 'handle'> & {
  /** Rows like a registered student are not imported without an answer; two rows of the sheet both are. */
  of: keyof typeof words
  pairs: Pair[]
  number: number
}

/** Rows that may be of one child, side by side with the other row or the registered student. No answer is preset. */
export function Duplicates({ of, pairs, number, job, handle }: DuplicatesProps) {
  const [shown, more] = useMore(pairs, { first: FIRST_SHOWN })
  const decide = (decisions: (readonly [Pair, Decision | null])[]) =>
    handle.change((before) =>
      decisions.reduce(
        (said, [{ source }, duplicate]) => withCorrections(said, [source], { duplicate }),
        before as Pick<ImportJob, 'corrections'>,
      ),
    )
  const decided = (pair: Pair) => decisionOf(job.corrections, pair.source)
  const { title, effect, forAll } = words[of]
  const all = forAll.find(({ decision }) =>
    pairs.every((pair) => decided(pair) !== undefined && decided(pair) === decision(pair)),
  )
  return (
    <Kind
      number={number}
      title={title(pairs.length)}
      about={`Compared by name, initials, date of birth, school and admission number. ${effect}`}
    >
      {pairs.length > 1 && (
        <div className={classes.part}>
          <Segments
            label="All of them"
            isStacked
            choices={forAll}
            chosen={all?.id}
            onChoose={(id) => {
              const chosen = forAll.find((each) => each.id === id)
              decide(
                // A row that cannot be updated is open again.
                pairs.map((pair) => [pair, chosen?.decision(pair) ?? null] as const),
              )
            }}
          />
        </div>
      )}
      {shown.map((pair) => (
        <PairChoice
          key={pair.row}
          pair={pair}
          decision={decided(pair)}
          onDecide={(decision) => decide([[pair, decision]])}
        />
      ))}
      {more && <div className={classes.part}>{more}</div>}
    </Kind>
  )
}

const isActive = ({ status }: LikeStudent) => status === STUDENT_ACTIVE

/** The student to update, if exactly one matches: never the first of several. */
const onlyOne = ({ here: [one, ...others] }: Pair): Decision | undefined =>
  one && others.length === 0 && isActive(one) ? one.id : undefined

type ForAll = { id: string; name: string; decision: (pair: Pair) => Decision | undefined }

type Words = { title: (count: number) => string; effect: string; forAll: ForAll[] }

const words: Record<'registered' | 'sheet', Words> = {
  registered: {
    title: (count: number) => `${plural(count, 'row')} may be of a registered student`,
    effect: 'Not imported until you answer.',
    forAll: [
      { id: 'skip', name: 'Skip all', decision: () => 'skip' },
      { id: 'update', name: 'Update all', decision: onlyOne },
      { id: 'add', name: 'Add all', decision: () => 'add' },
    ],
  },
  sheet: {
    title: (count: number) => plural(count, 'possible duplicate'),
    effect: 'Both rows count until you say otherwise.',
    forAll: [
      { id: 'add', name: 'All are different students', decision: () => 'add' },
      { id: 'skip', name: 'All are copies', decision: () => 'skip' },
    ],
  },
}

export function pairsOf(duplicates: readonly DuplicateRow[], { rows, sources }: MadeRows): Pair[] {
  const pairs = new Map<number, Pair>()
  const sentRow = (at: number): SentRow[] => {
    const source = sources[at]
    return source ? [{ source, sent: rows[at] ?? {} }] : []
  }
  for (const { row, of, of_row } of duplicates)
    for (const own of sentRow(row)) {
      const pair = pairs.get(row) ?? { ...own, row, here: [], inSheet: [] }
      pairs.set(row, pair)
      if (of) pair.here.push(of)
      else if (of_row !== null) pair.inSheet.push(...sentRow(of_row))
    }
  return [...pairs.values()]
}

type PairChoiceProps = { pair: Pair; decision: Decision | undefined; onDecide: (decision: Decision) => void }

function PairChoice({ pair, decision, onDecide }: PairChoiceProps) {
  const { source, sent: row, here, inSheet } = pair
  const like = here[0] ?? shownRow(inSheet[0]?.sent)
  const isOne = here.length === 1
  return (
    <div className={classes.part}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={1} className="el-box el-cells" bdrs="var(--el-r-md)">
        <Side
          {...shownRow(row)}
          about={`Your sheet, ${source.name}`}
          name={<Marked text={textOf(row, 'name')} other={like.name} byWord />}
          school={<Marked text={textOf(row, 'school')} other={like.school} />}
        />
        <div className="el-ruled">
          {here.map((student) => (
            <Side
              key={student.id}
              picture={<StudentPicture student={student} />}
              about={`Already registered, ${student.ref}`}
              name={
                <>
                  {student.name}
                  <StudentStatusBadge status={student.status} />
                </>
              }
              dob={student.dob === null ? NOT_KNOWN : formatDay(student.dob)}
              school={student.school}
              number={student.admission_no}
            />
          ))}
          {inSheet.map(({ source: other, sent }) => (
            <Side key={other.key} {...shownRow(sent)} about={`Your sheet too, ${other.name}`} />
          ))}
        </div>
      </SimpleGrid>
      <Group gap="8px 14px" mt={10}>
        <Segments<Decision>
          label={`${capital(source.name)}, ${textOf(row, 'name')}`}
          isStacked
          choices={
            here.length === 0
              ? [
                  { id: 'add', name: inSheet.length === 1 ? 'Two students' : 'Another student' },
                  { id: 'skip', name: `${capital(source.name)} is a copy` },
                ]
              : [
                  { id: 'skip', name: 'Skip' },
                  ...here.map((student) => ({
                    id: student.id,
                    name: isOne ? 'Same child, update' : `Same as ${student.ref}, update`,
                    isDisabled: !isActive(student),
                  })),
                  { id: 'add', name: 'Another child, add' },
                ]
          }
          chosen={decision}
          onChoose={onDecide}
        />
        <p className="el-sm el-ink-2">
          {effectOf(pair, decision)}
          {!here.every(isActive) && ' A student who is not Active cannot be updated.'}
        </p>
      </Group>
    </div>
  )
}

type SideProps = {
  picture?: ReactNode
  about: string
  name: ReactNode
  dob: string
  school: ReactNode
  number: string | null
}

/** One of the children to compare. */
const Side = ({ picture, about, name, dob, school, number }: SideProps) => (
  <Group gap={14} wrap="nowrap" align="flex-start" p={{ base: 12, sm: '12px 16px' }}>
    <Box mt={3} __vars={{ '--size': '56px', '--picture-radius': 'var(--el-r-md)' }}>
      {picture ?? (
        <Box
          className="el-centre"
          w={56}
          h={56}
          bd="1px dashed var(--el-edge)"
          bdrs="md"
          bg="var(--el-sunken)"
        >
          <IconPhotoOff size={20} color="var(--el-ink-3)" aria-hidden />
        </Box>
      )}
    </Box>
    <div className="el-numbers">
      <Text fz="0.84375rem" lh="1.125rem" c="dimmed">
        {about}
      </Text>
      <Group component="b" gap="0 9px" lh="1.375rem" className="el-strong">
        {name}
      </Group>
      <Group component="p" gap="2px 18px" className="el-ui el-ink-2">
        <span>{dob}</span>
        <span>{school}</span>
        {number && (
          <span>
            {studentLabels.admission_no} {number}
          </span>
        )}
      </Group>
    </div>
  </Group>
)

const shownRow = (row: ImportedRow = {}) => ({
  name: textOf(row, 'name'),
  dob: shownDay(textOf(row, 'dob')),
  school: textOf(row, 'school'),
  number: textOf(row, 'admission_no'),
})

/** Highlights text of the sheet that the other side does not have. */
function Marked({ text, other, byWord = false }: { text: string; other: string; byWord?: boolean }) {
  if (!byWord) return fold(text) === fold(other) ? text : <mark className={frame.differs}>{text}</mark>
  const known = new Set(fold(other).split(/\s+/))
  return (
    <span>
      {text.split(/\s+/).map((word, position) => (
        // oxlint-disable-next-line react/no-array-index-key -- the words of a name never move
        <Fragment key={position}>
          {known.has(fold(word)) ? word : <mark className={frame.differs}>{word}</mark>}{' '}
        </Fragment>
      ))}
    </span>
  )
}

/** `Name and school change. Empty cells in the sheet change nothing.` */
function effectOf({ sent: row, here }: Pair, decision: Decision | undefined): string {
  const isInSheet = here.length === 0
  if (decision === undefined) return isInSheet ? 'A copy is not imported.' : ''
  if (decision === 'add') return isInSheet ? 'This row is imported too.' : 'A new student is added.'
  if (decision === 'skip') return 'This row is not imported.'
  const student = here.find(({ id }) => id === decision)
  const changes = (['name', 'school'] as const).filter(
    (field) => textOf(row, field) !== '' && student && fold(textOf(row, field)) !== fold(student[field]),
  )
  const verb = changes.length > 1 ? 'change' : 'changes'
  const changed = changes.length > 0 ? `${capital(changes.join(' and '))} ${verb}. ` : ''
  return `${changed}Empty cells in the sheet change nothing.`
}
