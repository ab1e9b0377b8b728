import { Box, Group, SimpleGrid, Text } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatDay } from '../../../ui/formatDate.ts'
import { plural } from '../../../ui/plural.ts'
import { type DateQuestion, type DateReading, isAsked } from '../../sheet/askDates.ts'
import { type DateAnswers, readDay } from '../../sheet/readDay.ts'
import { capital } from '../../rowWords.ts'
import frame from '../../imports.module.css'
import classes from './ValuesStep.module.css'

type DateQuestionsProps = {
  questions: DateQuestion[]
  answers: DateAnswers
  onAnswer: (field: string, answer: DateAnswers[string]) => void
}

/** Asks for the order of ambiguous dates, and shows the effect of each answer. */
export const DateQuestions = ({ questions, answers, onAnswer }: DateQuestionsProps) =>
  questions.map(({ target, heading, order, serials, swapped }) => {
    const said = answers[target.field]
    const [dayFirst, monthFirst] = order?.readings ?? []
    const column = questions.length > 1 && (
      <Text component="small" size="ui" c="gray">
        in the column “{heading}”
      </Text>
    )
    return (
      <div key={target.field}>
        {swapped && (
          <Choices
            title={
              <Group component="span" gap={8} wrap="nowrap">
                <IconAlertTriangle size={20} color="var(--el-amber)" aria-hidden />
                Day and month may be swapped in “{heading}”
              </Group>
            }
            about={aboutSwapped(swapped)}
          >
            {[true, false].map((areSwapped) => (
              <Choice
                key={String(areSwapped)}
                name={`${target.field}-swapped`}
                isChosen={said?.areSwapped === areSwapped}
                onChoose={() => onAnswer(target.field, { areSwapped })}
                title={`${swapped.example.name || 'This date'}, row ${swapped.example.number}: ${formatDay(areSwapped ? swapped.example.other : swapped.example.date)}`}
                about={
                  areSwapped
                    ? `They are swapped. Day and month change places in ${plural(swapped.rows, 'date')}.`
                    : `They are right. ${swapped.rows === 1 ? 'The date stays as it is.' : `All ${swapped.rows} dates stay as they are.`}`
                }
              />
            ))}
          </Choices>
        )}
        {order && isAsked(order) && dayFirst?.day && monthFirst?.day && (
          <Choices
            title={
              <>
                Is {order.example} {spoken(dayFirst.day)} or {spoken(monthFirst.day)}? {column}
              </>
            }
          >
            {order.readings.map((reading) => (
              <Choice
                key={reading.order}
                name={target.field}
                isChosen={(said?.order ?? order.settled) === reading.order}
                onChoose={() => onAnswer(target.field, { order: reading.order })}
                title={capital(spoken(reading.day ?? ''))}
                about={aboutReading(reading, order.proof)}
                wrong={reading.wrong}
              />
            ))}
          </Choices>
        )}
        {serials && (
          <Choices
            title={
              <>
                Is {serials.example} in “{heading}” the day {formatDay(serials.day)}?
              </>
            }
          >
            {[true, false].map((readsSerials) => (
              <Choice
                key={String(readsSerials)}
                name={`${target.field}-serials`}
                isChosen={said?.readsSerials === readsSerials}
                onChoose={() => onAnswer(target.field, { readsSerials })}
                title={readsSerials ? `It is ${formatDay(serials.day)}` : 'It is not a date'}
                about={
                  readsSerials
                    ? `Spreadsheets count days like this. Found in ${plural(serials.rows, 'row')}.`
                    : 'These numbers then need correcting.'
                }
                wrong={readsSerials ? 0 : serials.rows}
              />
            ))}
          </Choices>
        )}
      </div>
    )
  })

type ChoicesProps = { title: ReactNode; about?: string; children: ReactNode }

function Choices({ title, about, children }: ChoicesProps) {
  const id = useId()
  return (
    <div className={classes.group}>
      <Box component="h2" id={id} className="el-h2" mb={12}>
        {title}
      </Box>
      {about && (
        <Text id={`${id}-about`} size="ui" c="gray" maw="112ch" mt={-8} mb={12}>
          {about}
        </Text>
      )}
      <SimpleGrid
        cols={{ base: 1, sm: 2 }}
        spacing={{ base: 10, sm: 16 }}
        role="radiogroup"
        aria-labelledby={id}
        aria-describedby={about && `${id}-about`}
      >
        {children}
      </SimpleGrid>
    </div>
  )
}

type ChoiceProps = {
  name: string
  isChosen: boolean
  onChoose: () => void
  title: string
  about: string
  /** How many cells would not be dates; undefined if neither answer has any. */
  wrong?: number
}

const Choice = ({ name, isChosen, onChoose, title, about, wrong }: ChoiceProps) => (
  <label className={classes.choice}>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span className={frame.text}>
      <b className="el-h3">{title}</b>
      {about}
      {wrong !== undefined && (
        <Group component="span" gap={5} wrap="nowrap" c={wrong > 0 ? 'red' : 'green'} className="el-medium">
          {wrong > 0 ? <IconAlertCircle size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
          {wrong > 0 ? `${plural(wrong, 'date')} would make no sense` : 'Every date in the sheet makes sense'}
        </Group>
      )}
    </span>
  </label>
)

/** `12 cells are dates, all from the 1st to the 12th; 31 are texts such as 17/09/2009.` */
const aboutSwapped = ({ rows, texts, text, expected }: NonNullable<DateQuestion['swapped']>) =>
  `${rows === 1 ? '1 cell is a date' : `${rows} cells are dates`}, none after the 12th of a month; ${
    texts === 1 ? '1 is a text' : `${texts} are texts`
  } such as ${text}. A spreadsheet that expects the ${
    expected === 'month first' ? 'month' : 'day'
  } first leaves such texts, and swaps day and month in what it can read.`

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
