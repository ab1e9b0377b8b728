import { Box, Group, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { formatDay } from '../../../ui/formatDate.ts'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { capital, plural } from '../../../ui/plural.ts'
import type { Answers } from '../../sheet/Answers.ts'
import { dateKeys, type DateQuestion, type DateReading } from '../../sheet/ask/askDates.ts'
import { meaningOf } from '../../sheet/ask/settle.ts'
import { type DateOrder, readDay } from '../../sheet/readDay.ts'
import frame from '../../imports.module.css'
import type { Answering } from './Answering.ts'
import { FoldedAnswer } from '../FoldedAnswer.tsx'
import classes from './ValuesStep.module.css'

type DateQuestionsProps = Pick<Answering, 'job' | 'onAnswer'> & {
  questions: DateQuestion[]
  /** Those that are or were open, or those that the column's own dates answer. */
  show: 'asked' | 'understood'
}

/** One question about a column of dates, as a card or, once it is answered, as a line. */
type Item = {
  key: string
  text: string
  heading: string
  rows: number
  meaning: string | undefined
  card: ReactNode
}

/** Asks for the order of ambiguous dates, and shows the effect of each answer. */
export function DateQuestions({ questions, job, onAnswer, show }: DateQuestionsProps) {
  const [changing, setChanging] = useState<string>()
  const answer = (key: string, means: string) => {
    setChanging(undefined)
    onAnswer({ [key]: { means } }, 'Answered.')
  }
  const items = questions.flatMap((question) => itemsOf(question, job.answers, questions.length > 1, answer))
  const shown = items.filter(
    ({ key, meaning }) =>
      (show === 'understood') === (meaning !== undefined && job.answers[key] === undefined),
  )
  if (shown.length === 0) return null
  return (
    <div className={show === 'asked' ? 'el-line' : undefined}>
      {shown.map(({ key, text, heading, rows, meaning, card }) =>
        meaning === undefined || key === changing ? (
          <Fragment key={key}>{card}</Fragment>
        ) : (
          <ul key={key} className={frame.questions}>
            <FoldedAnswer
              text={`${text} in “${heading}”`}
              answer={meaning}
              count={rows > 0 ? plural(rows, 'row') : ''}
              onChange={() => setChanging(key)}
            />
          </ul>
        ),
      )}
    </div>
  )
}

/** The number of questions about dates that the dates themselves answer. */
export const countSettled = (questions: readonly DateQuestion[], answers: Answers) =>
  questions.filter((question) => {
    const { order } = dateKeys(question)
    return order !== undefined && question.order?.settled && answers[order] === undefined
  }).length

function itemsOf(
  question: DateQuestion,
  answers: Answers,
  hasOthers: boolean,
  answer: (key: string, means: string) => void,
): Item[] {
  const { heading, order, serials, swapped } = question
  const keys = dateKeys(question)
  const said = (key: string) => meaningOf(answers[key])
  const isSaid = (key: string) => (said(key) === undefined ? undefined : said(key) === 'yes')
  const yesOrNo = (key: string) => (is: boolean) => answer(key, is ? 'yes' : 'no')
  const items: Item[] = []
  if (keys.swapped && swapped && order) {
    const key = keys.swapped
    const is = isSaid(key)
    items.push({
      key,
      heading,
      text: formatDay(swapped.example.date),
      rows: swapped.rows,
      meaning: is === undefined ? undefined : formatDay(is ? swapped.example.other : swapped.example.date),
      card: (
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
            title: `${swapped.example.name || 'This date'}, ${swapped.example.row}: ${formatDay(areSwapped ? swapped.example.other : swapped.example.date)}`,
            about: areSwapped
              ? `They are swapped. Day and month change places in ${plural(swapped.rows, 'date')}.`
              : `They are right. ${swapped.rows === 1 ? 'The date stays as it is.' : `All ${swapped.rows} dates stay as they are.`}`,
          }))}
          said={is}
          onAnswer={yesOrNo(key)}
        />
      ),
    })
  }
  const [dayFirst, monthFirst] = order?.readings ?? []
  if (keys.order && order && dayFirst?.day && monthFirst?.day) {
    const key = keys.order
    const chosen = said(key) ?? order.settled
    items.push({
      key,
      heading,
      text: order.example,
      rows: 0,
      meaning: chosen ? formatDay((chosen === 'day first' ? dayFirst : monthFirst).day ?? '') : undefined,
      card: (
        <Question
          title={
            <>
              Is {order.example} {spoken(dayFirst.day)} or {spoken(monthFirst.day)}?{' '}
              {hasOthers && (
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
          said={chosen}
          onAnswer={(means) => answer(key, means)}
        />
      ),
    })
  }
  if (keys.serials && serials) {
    const key = keys.serials
    const is = isSaid(key)
    items.push({
      key,
      heading,
      text: String(serials.example),
      rows: serials.rows,
      meaning: is === undefined ? undefined : is ? formatDay(serials.day) : 'No date',
      card: (
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
          said={is}
          onAnswer={yesOrNo(key)}
        />
      ),
    })
  }
  return items
}

type QuestionProps<Value> = {
  title: ReactNode
  about?: string
  /** `wrong`: how many cells would not be dates; undefined if neither answer has any. */
  answers: { value: Value; title: string; about: string; wrong?: number }[]
  said: string | boolean | null | undefined
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
    <Box p="var(--el-pad-y) var(--el-pad)" data-open={said === undefined || said === null || undefined}>
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
