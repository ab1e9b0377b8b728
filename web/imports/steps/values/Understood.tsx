import { Box } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { containsAll, fold, searchWords } from '#contract/base/lists.ts'
import { SearchBox } from '../../../ui/list/SearchBox.tsx'
import { useMore } from '../../../ui/list/useMore.tsx'
import { listOf, plural } from '../../../ui/plural.ts'
import frame from '../../imports.module.css'
import type { DateQuestion } from '../../sheet/ask/askDates.ts'
import type { Question } from '../../sheet/ask/Question.ts'
import { Fold } from '../Fold.tsx'
import type { Answering } from './Answering.ts'
import { ChangeableAnswers } from './ChangeableAnswers.tsx'
import { countSettled, DateQuestions } from './DateQuestions.tsx'
import { answerWords, countWords, isAboutCells, nounOf, whereWords } from './questionWords.ts'

type UnderstoodProps = Answering & { questions: Question[]; dates: DateQuestion[] }

/** The words that need no answer, to look over. Changing one makes it the user's answer. */
export function Understood({ questions, dates, ...answering }: UnderstoodProps) {
  const settled = countSettled(dates, answering.job.answers)
  const count = questions.length + settled
  if (count === 0) return null
  return (
    <Fold
      icon={<IconCircleCheck size={20} color="var(--el-green)" aria-hidden />}
      title={`${count} understood`}
      about={kindsOf(questions, settled)}
    >
      <DateQuestions {...answering} questions={dates} show="understood" />
      <UnderstoodList questions={questions} {...answering} />
    </Fold>
  )
}

const SHOWN = 5

function UnderstoodList({ questions, ...answering }: Omit<UnderstoodProps, 'dates'>) {
  const { settled } = answering.prepared
  const [search, setSearch] = useState('')
  const meaning = (question: Question) => {
    const answer = settled.answer(question.key)
    return answer === undefined ? 'Given row by row' : answerWords(question, answer)
  }
  const words = searchWords(search)
  const found = questions.filter((question) =>
    containsAll(fold(`${question.text} ${meaning(question)}`), words),
  )
  const [shown, more] = useMore(found, { first: SHOWN })
  return (
    <section aria-label="Understood">
      <Box p={{ base: '0 16px 12px', sm: '0 20px 12px' }}>
        <SearchBox
          search={search}
          onSearch={setSearch}
          label="Search in the sheet’s words or what they mean"
        />
      </Box>
      <ChangeableAnswers
        {...answering}
        questions={shown}
        words={(question) => ({
          text: question.text,
          answer: meaning(question),
          count: `${countWords(question)}${isAboutCells(question) ? whereWords(question) : ''}`,
        })}
      />
      <p className={`${frame.quiet} el-sm`} aria-live="polite">
        Showing {shown.length} of {found.length}. Changing one makes it your answer. {more}
      </p>
    </section>
  )
}

/** `79 schools, 13 subjects and 5 texts that are blank, such as “-” and “N/A”` */
function kindsOf(questions: readonly Question[], dates: number): string {
  const isBlank = ({ kind, certain }: Question) =>
    (kind === 'blank' || kind === 'mark') &&
    typeof certain === 'object' &&
    'means' in certain &&
    certain.means === ''
  const blank = [...new Set(questions.filter(isBlank).map(({ text }) => text))].filter(Boolean)
  const nouns = Map.groupBy(
    questions.filter((question) => !isBlank(question)),
    nounOf,
  )
  const counted = [...nouns].map(([noun, of]) =>
    plural(of.length, noun).replace(/ys$/, 'ies').replace(/sss$/, 'sses'),
  )
  const [example, other] = blank.map((text) => `“${text}”`)
  const blankWords =
    blank.length === 1
      ? `${example}, which is blank`
      : `${blank.length} texts that are blank, such as ${example} and ${other}`
  return listOf([
    ...counted,
    ...(dates > 0 ? [dates === 1 ? 'the order of dates' : `the order of dates in ${dates} columns`] : []),
    ...(blank.length > 0 ? [blankWords] : []),
  ])
}
