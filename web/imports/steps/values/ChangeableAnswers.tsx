import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import frame from '../../imports.module.css'
import type { Question } from '../../sheet/ask/Question.ts'
import { FoldedAnswer } from '../FoldedAnswer.tsx'
import { focusFirstOpen } from '../openRows.ts'
import type { Answering } from './Answering.ts'
import { OpenQuestion } from './OpenQuestion.tsx'

type ChangeableAnswersProps = Answering & {
  questions: Question[]
  words: (question: Question) => { text: string; answer: string; count: string }
}

/** Answers in one line each. Changing one opens its question and moves the focus there. */
export function ChangeableAnswers({ questions, words, ...answering }: ChangeableAnswersProps) {
  const [changing, setChanging] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  const change = (key: string) => {
    flushSync(() => setChanging(key))
    focusFirstOpen(list.current)
  }
  return (
    <ul ref={list} className={frame.questions}>
      {questions.map((question) =>
        question.key === changing ? (
          <OpenQuestion key={question.key} question={question} {...answering} />
        ) : (
          <FoldedAnswer key={question.key} {...words(question)} onChange={() => change(question.key)} />
        ),
      )}
    </ul>
  )
}
