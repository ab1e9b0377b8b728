import { Box, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Fragment, type ReactNode, useId } from 'react'
import { formatDay } from '../../../ui/formatDate.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { capital, plural } from '../../../ui/plural.ts'
import { type DateQuestion, type DateReading, isAsked } from '../../sheet/askDates.ts'
import { type DateAnswers, type DateOrder, readDay } from '../../sheet/readDay.ts'
import type { StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import classes from './ValuesStep.module.css'

type DateQuestionsProps = Pick<StepProps, 'handle' | 'job'> & { questions: DateQuestion[] }

/** Asks for the order of ambiguous dates, and shows the effect of each answer. */
export const DateQuestions = ({ questions, handle, job }: DateQuestionsProps) =>
  questions.map(({ target: { field }, heading, order, serials, swapped }) => {
    const said = job.answers.dates[field]
    const answer = (given: DateAnswers[string]) =>
      handle.answer(({ dates }) => ({ dates: { ...dates, [field]: { ...dates[field], ...given } } }))
    const [dayFirst, monthFirst] = order?.readings ?? []
    return (
      <Fragment key={field}>
        {swapped && order && (
          <Question
            title={
              <Group component="span" gap={8} wrap="nowrap">
                <IconAlertTriangle size={20} color="var(--el-amber)" aria-hidden />
                Day and month may be swapped in “{heading}”
              </Group>
            }
            about={aboutSwapped(swapped.rows, order)}
            answers={[true, false].map((areSwapped) => ({
              value: areSwapped,
              title: `${swapped.example.name || 'This date'}, row ${swapped.example.number}: ${formatDay(areSwapped ? swapped.example.other : swapped.example.date)}`,
              about: areSwapped
                ? `They are swapped. Day and month change places in ${plural(swapped.rows, 'date')}.`
                : `They are right. ${swapped.rows === 1 ? 'The date stays as it is.' : `All ${swapped.rows} dates stay as they are.`}`,
            }))}
            said={said?.areSwapped}
            onAnswer={(areSwapped) => answer({ areSwapped })}
          />
        )}
        {order && isAsked(order) && dayFirst?.day && monthFirst?.day && (
          <Question
            title={
              <>
                Is {order.example} {spoken(dayFirst.day)} or {spoken(monthFirst.day)}?{' '}
                {questions.length > 1 && (
                  <Text component="small" size="ui" c="gray">
                    in the column “{heading}”
                  </Text>
                )}
              </>
            }
            answers={order.readings.map((reading) => ({
              value: reading.order,
              title: capital(spoken(reading.day ?? '')),
              about: aboutReading(reading, order.proof),
              wrong: reading.wrong,
            }))}
            said={said?.order ?? order.settled}
            onAnswer={(chosen) => answer({ order: chosen })}
          />
        )}
        {serials && (
          <Question
            title={`Is ${serials.example} in “${heading}” the day ${formatDay(serials.day)}?`}
            answers={[true, false].map((readsSerials) => ({
              value: readsSerials,
              title: readsSerials ? `It is ${formatDay(serials.day)}` : 'It is not a date',
              about: readsSerials
                ? `Spreadsheets count days like this. Found in ${plural(serials.rows, 'row')}.`
                : 'These numbers then need correcting.',
              wrong: readsSerials ? 0 : serials.rows,
            }))}
            said={said?.readsSerials}
            onAnswer={(readsSerials) => answer({ readsSerials })}
          />
        )}
      </Fragment>
    )
  })

type QuestionProps<Value> = {
  title: ReactNode
  about?: string
  /** `wrong`: how many cells would not be dates; undefined if neither answer has any. */
  answers: { value: Value; title: string; about: string; wrong?: number }[]
  said: Value | null | undefined
  onAnswer: (value: Value) => void
}

function Question<Value extends DateOrder | boolean>({
  title,
  about,
  answers,
  said,
  onAnswer,
}: QuestionProps<Value>) {
  const id = useId()
  return (
    <Box p="var(--el-pad-y) var(--el-pad)">
      <Box component="h2" id={id} className="el-h2" mb={12}>
        {title}
      </Box>
      {about && (
        <Text id={`${id}-about`} size="ui" c="gray" maw="112ch" mt={-8} mb={12}>
          {about}
        </Text>
      )}
      <ChoiceCards
        labelledBy={id}
        describedBy={about && `${id}-about`}
        className={classes.choices}
        choices={answers.map((answer) => ({
          value: String(answer.value),
          content: (
            <span className={frame.text}>
              <b className="el-h3">{answer.title}</b>
              {answer.about}
              {answer.wrong !== undefined && <Wrong count={answer.wrong} />}
            </span>
          ),
        }))}
        value={String(said)}
        onChange={(chosen) => {
          const answer = answers.find(({ value }) => String(value) === chosen)
          if (answer) onAnswer(answer.value)
        }}
      />
    </Box>
  )
}

const Wrong = ({ count }: { count: number }) => (
  <Group component="span" gap={5} wrap="nowrap" c={count > 0 ? 'red' : 'green'} className="el-medium">
    {count > 0 ? <IconAlertCircle size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
    {count > 0 ? `${plural(count, 'date')} would make no sense` : 'Every date in the sheet makes sense'}
  </Group>
)

/** `12 cells are dates, all from the 1st to the 12th; 31 are texts such as 17/09/2009.` */
function aboutSwapped(rows: number, { readings, settled, proof }: NonNullable<DateQuestion['order']>) {
  const [dayFirst, monthFirst] = readings
  const [expected, texts] = settled === 'day first' ? ['month', monthFirst.wrong] : ['day', dayFirst.wrong]
  return `${rows === 1 ? '1 cell is a date' : `${rows} cells are dates`}, none after the 12th of a month; ${
    texts === 1 ? '1 is a text' : `${texts} are texts`
  } such as ${proof}. A spreadsheet that expects the ${expected} first leaves such texts, and swaps day and month in what it can read.`
}

/** `Day first, then month. 17/09/2009 would be no date.` */
function aboutReading({ order, wrongExample }: DateReading, proof: string | null): string {
  const words = order === 'day first' ? 'Day first, then month.' : 'Month first, then day.'
  if (wrongExample) return `${words} ${wrongExample} would be no date.`
  const day = proof && readDay(proof, { order })
  return day ? `${words} ${proof} is ${formatDay(day)}.` : words
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** `the 3rd of April` */
function spoken(day: string): string {
  const date = new Date(day)
  const number = date.getUTCDate()
  const month = date.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' })
  return `the ${number}${endings[ordinals.select(number)] ?? 'th'} of ${month}`
}
