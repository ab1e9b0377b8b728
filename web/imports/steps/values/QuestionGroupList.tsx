import { Button } from '@mantine/core'
import { IconCircleCheck, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { plural } from '../../../ui/plural.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import frame from '../../imports.module.css'
import type { Answers } from '../../sheet/Answers.ts'
import { addable } from '../../sheet/ask/askWords.ts'
import type { Question } from '../../sheet/ask/Question.ts'
import { AddToCluster } from './AddToCluster.tsx'
import { Fold } from '../Fold.tsx'
import { FoldedAnswer } from '../FoldedAnswer.tsx'
import type { QuestionGroup } from './groupsOf.ts'
import { OpenQuestion } from './OpenQuestion.tsx'
import { answerWords, countWords, isAboutCells, isUnknown, nounOf, whereWords } from './questionWords.ts'
import type { Answering } from './Answering.ts'

type QuestionGroupProps = Answering & { group: QuestionGroup; open: string[] }

/** The questions about one subject: answered ones in one line, where they were asked. */
export function QuestionGroupList({ group: { title, questions }, open, ...answering }: QuestionGroupProps) {
  const { job, onAnswer } = answering
  const asked = questions.filter(({ key }) => open.includes(key))
  // On a phone, answered questions would lie between the open ones.
  const isPhone = useIsPhone()
  const answered = questions.filter(({ key }) => job.answers[key] !== undefined)
  return (
    <section aria-label={title}>
      <div className={frame.groupHead}>
        <h2>{title}</h2>
        {asked.length > 0 && <p>{asked.length} open</p>}
        <ForAll questions={asked} onAnswer={onAnswer} />
      </div>
      <ul className={frame.questions}>
        {questions.map((question) =>
          job.answers[question.key] === undefined ? (
            <OpenQuestion key={question.key} question={question} {...answering} />
          ) : (
            !isPhone && <AnsweredQuestion key={question.key} question={question} {...{ job, onAnswer }} />
          ),
        )}
      </ul>
      {isPhone && answered.length > 0 && (
        <Fold
          icon={<IconCircleCheck size={20} color="var(--el-green)" aria-hidden />}
          title={`${answered.length} answered`}
        >
          <ul className={frame.questions}>
            {answered.map((question) => (
              <AnsweredQuestion key={question.key} question={question} {...{ job, onAnswer }} />
            ))}
          </ul>
        </Fold>
      )}
    </section>
  )
}

type AnsweredProps = Pick<Answering, 'job' | 'onAnswer'> & { question: Question }

function AnsweredQuestion({ question, job, onAnswer }: AnsweredProps) {
  const answer = job.answers[question.key]
  return (
    answer && (
      <FoldedAnswer
        text={question.text}
        answer={answerWords(question, answer)}
        count={`${countWords(question)}${isAboutCells(question) ? whereWords(question) : ''}`}
        isLeftOut={answer === 'left out'}
        onChange={() => onAnswer({ [question.key]: undefined }, 'The question is open again.')}
      />
    )
  )
}

/** One answer for all questions of a group that have no likely one. */
function ForAll({ questions, onAnswer }: Pick<Answering, 'onAnswer'> & { questions: Question[] }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const likeNone = questions.filter(
    ({ kind, target, guesses }) => kind === 'word' && addable.has(target.field) && guesses.length === 0,
  )
  const unknown = questions.filter(({ kind, guesses }) => kind === 'blank' && guesses.some(isUnknown))
  const add = (cluster?: string) =>
    onAnswer(
      Object.fromEntries(
        likeNone.map(({ key, text }) => [key, { adds: text, ...(cluster && { cluster }) }]),
      ) as Answers,
      `${plural(likeNone.length, 'name')} noted as new.`,
    )
  const [first] = likeNone
  if (unknown.length > 1) {
    const cells = unknown.reduce((sum, question) => sum + question.cells, 0)
    const answers = Object.fromEntries(unknown.map(({ key }) => [key, { means: NOT_KNOWN }]))
    return (
      <Button
        variant="default"
        onClick={() => onAnswer(answers, `${plural(cells, 'cell')} left as not known.`)}
      >
        Not known for all {cells}
      </Button>
    )
  }
  if (likeNone.length < 2 || !first) return null
  if (isChoosing)
    return (
      <AddToCluster
        name={`${likeNone.length} ${nounOf(first)}s`}
        verb={`Add ${likeNone.length} ${nounOf(first)}s`}
        onAdd={add}
        onCancel={() => setIsChoosing(false)}
      />
    )
  return (
    <Button
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => (first.target.field === 'school' ? setIsChoosing(true) : add())}
    >
      Add the {likeNone.length} that are like none
    </Button>
  )
}
