import { Box, Group } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { Navigate } from '@tanstack/react-router'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { plural } from '../../../ui/plural.ts'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import { meaningOf } from '../../importJob.ts'
import { unansweredDates } from '../../sheet/askDates.ts'
import type { BlankQuestion } from '../../sheet/askMissing.ts'
import type { WordQuestion } from '../../sheet/askWords.ts'
import { examByNumber } from '../../sheet/makeRows.ts'
import { nounsOf } from '../../rowWords.ts'
import { LeaveUnknown, ValueInput } from '../../ValueInput.tsx'
import { DateQuestions } from './DateQuestions.tsx'
import { UnknownPlaces } from './UnknownPlaces.tsx'
import { usePreparedImport } from './usePreparedImport.ts'
import { WordList, WordMeanings } from './WordMeanings.tsx'

/** Step 3: the meaning of words and dates. One answer applies to every row. Without questions the step is skipped. */
export function ValuesStep({ kind, handle, job }: StepProps) {
  const prepared = usePreparedImport(kind, job)
  const { names, failure, questions, dates, words, blanks, places } = prepared
  if (prepared.asksNothing)
    return <Navigate to="/dashboard" search={{ menu: 'import', what: kind, step: 'check' }} replace />
  const unknown = names ? places.unknown : []
  const open = [
    ...dates.flatMap((date) => unansweredDates(date, job.answers.dates[date.target.field])),
    ...words.flatMap(({ target, words: asked }) =>
      asked.flatMap(({ word, guess }) =>
        meaningOf(job, target.field, word, guess) ? [] : [`what ${word} means`],
      ),
    ),
    ...unknown.flatMap(({ word }) => (places.isSettled(word) ? [] : [`what ${word} is`])),
  ]
  const exam = examByNumber(job.answers.columns)
  /** `Entry Exam (KCPE, KJSEA)`, `Liaison Officer (11 of 12 names)`, `26 schools` */
  const understood = [
    ...questions.words.flatMap((question) =>
      question.understood.length > 0 ? `${question.target.label} (${understoodOf(question)})` : [],
    ),
    ...(places.understood > 0 ? [plural(places.understood, places.field)] : []),
    ...(exam ? [`${exam} for an assessment number without a KCPE score`] : []),
  ]
  return (
    <ImportFrame
      kind={kind}
      step="values"
      subtitle="Choose once what a word in the sheet means; it counts for every row."
      foot={{
        back: <StepButton verb="Back" kind={kind} step="columns" />,
        hint:
          open.length === 1 ? `1 answer left: ${open[0]}` : open.length > 0 && `${open.length} answers left`,
        next: <StepButton verb="Next" kind={kind} step="check" />,
      }}
    >
      <section className="el-card el-ruled">
        <DateQuestions {...{ handle, job }} questions={dates} />
        {words.length > 0 && <WordMeanings {...{ handle, job }} questions={words} />}
        {blanks.length > 0 && <BlankCells {...{ kind, handle, job, blanks }} />}
        {unknown.length > 0 && <UnknownPlaces places={places} handle={handle} />}
        {!names && (
          <Box p="var(--el-pad-y) var(--el-pad)">
            {failure ? (
              <LoadFailure {...failure} />
            ) : (
              <output>Looking up registered {places.field}s …</output>
            )}
          </Box>
        )}
        <Group
          component="p"
          gap={8}
          wrap="nowrap"
          align="flex-start"
          className="el-ui el-ink-2"
          p={{ base: '14px var(--el-pad)', sm: '15px var(--el-pad)' }}
        >
          <IconCircleCheck size={20} color="var(--el-green)" aria-hidden />
          {understood.length > 0
            ? `Understood without asking: ${understood.join(', ')}.`
            : 'Everything else is used as written.'}
        </Group>
        <StepFoot />
      </section>
    </ImportFrame>
  )
}

/** Liaison officers are counted, because they may be many: `11 of 12 names` */
function understoodOf({ understood, words, unasked }: WordQuestion): string {
  if (unasked === undefined) return understood.join(', ')
  const others = words.length + unasked
  return `${others > 0 ? `${understood.length} of ` : ''}${plural(understood.length + others, 'name')}`
}

type BlankCellsProps = StepProps & { blanks: BlankQuestion[] }

/** Offers one value for all blank cells of a column, which saves typing it into hundreds of rows. */
const BlankCells = ({ kind, handle, job, blanks }: BlankCellsProps) => (
  <div>
    <CardHead
      title={`${plural(blanks.length, 'needed field')} with blank cells`}
      about={`One value for all blank cells of a field. Only new ${nounsOf(kind)} get it. Without it, you fill the rows in under Check.`}
    >
      <LeaveUnknown handle={handle} targets={blanks.map(({ target }) => target)} />
    </CardHead>
    <Box p="0 var(--el-pad) var(--el-pad-y)">
      <WordList
        words={blanks.map(({ target, rows }) => ({ word: target.label, rows, target }))}
        asked="Field"
        answer="In all blank cells"
        isWide
      >
        {({ target, rows }) => (
          <ValueInput
            target={target}
            label={`${target.label} in ${plural(rows, 'blank cell')}`}
            value={job.answers.defaults[target.field] ?? ''}
            onChange={(value) => handle.giveDefault(target.field, value)}
          />
        )}
      </WordList>
    </Box>
  </div>
)
