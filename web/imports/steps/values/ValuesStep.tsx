import { Box, Button, Group } from '@mantine/core'
import { IconBulb, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { newLookups } from '#contract/imports.ts'
import { Link } from '@tanstack/react-router'
import { onOneLine } from '../../../ui/formatDate.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { plural } from '../../../ui/plural.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { useUndo, useUndoKey } from '../../../ui/undo/useUndo.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { addedWords, sheetWords } from '../../rowWords.ts'
import type { Prepared } from '../../sheet/bodyOf.ts'
import { newNames } from '../../sheet/remember.ts'
import { dateKeys } from '../../sheet/ask/askDates.ts'
import type { Question } from '../../sheet/ask/Question.ts'
import { usePreparedImport } from '../../usePreparedImport.ts'
import { Fold } from '../Fold.tsx'
import { answerAndMove, focusFirstOpen, moveByKey, reopenAndMove } from '../openRows.ts'
import type { Answering } from './Answering.ts'
import { countSettled, DateQuestions } from './DateQuestions.tsx'
import { groupsOf } from './groupsOf.ts'
import { isOwnClass, OwnClasses } from './OwnClasses.tsx'
import { QuestionGroupList } from './QuestionGroupList.tsx'
import { Understood } from './Understood.tsx'

/** Step 3: the meaning of words, dates and blank cells. Only open questions are asked; one answer counts for all cells with the same text. */
export function ValuesStep({ kind, handle, job }: StepProps) {
  const { rows, prepared, open, answered, failure } = usePreparedImport(kind, job)
  const subtitle = sheetWords(job.sheets, rows.length)
  const back = <StepButton verb="Back" kind={kind} step="columns" />
  if (prepared) return <Questions {...{ kind, handle, job, prepared, open, answered, subtitle, back }} />
  return (
    <ImportFrame
      kind={kind}
      step="values"
      subtitle={subtitle}
      foot={{ back, hint: '', next: <StepButton verb="Next" kind={kind} step="check" /> }}
    >
      <section className="el-card">
        <Box p="var(--el-pad-y) var(--el-pad)">
          {failure ? <LoadFailure {...failure} /> : <output>Looking up registered names …</output>}
        </Box>
        <StepFoot />
      </section>
    </ImportFrame>
  )
}

type QuestionsProps = StepProps & {
  prepared: Prepared
  open: string[]
  answered: number
  subtitle: string
  back: ReactNode
}

function Questions({ kind, handle, job, prepared, open, answered, subtitle, back }: QuestionsProps) {
  const { questions, dates } = prepared.asked
  const { answers } = job
  const isPhone = useIsPhone()
  const card = useRef<HTMLElement>(null)
  /** Whether the user has asked to go on although questions are open. */
  const [isWarned, setIsWarned] = useState(false)
  const { offer, undo, bar } = useUndo({ placement: isPhone ? 'foot' : 'page', shortcut: 'U' })
  useUndoKey(undo)
  const isAsked = ({ key }: Question) => answers[key] !== undefined || open.includes(key)
  const groups = groupsOf(questions.filter(isAsked))
  const certain = questions.filter((question) => !isAsked(question))
  const ownClasses = certain.filter((question) => isOwnClass(question, prepared.settled))
  const understood = certain.filter((question) => !ownClasses.includes(question))
  const askedDates = dates.filter((date) => Object.values(dateKeys(date)).some((key) => key !== undefined))
  const answeredDates = askedDates.flatMap((date) =>
    Object.values(dateKeys(date)).filter((key) => key !== undefined && answers[key] !== undefined),
  )
  const total = answered + open.length
  const progress = `${answered} of ${total} answered`
  const onAnswer: Answering['onAnswer'] = (given, done) => {
    const before = Object.fromEntries(Object.keys(given).map((key) => [key, answers[key]]))
    answerAndMove(card.current, () => handle.answer(given))
    offer({
      icon: IconCircleCheck,
      done,
      undo: () => reopenAndMove(card.current, () => handle.answer(before)),
    })
  }
  const guesses = questions.flatMap(({ key, guesses: [guess] }) =>
    guess && open.includes(key) ? [[key, guess] as const] : [],
  )
  const answering: Answering = { kind, handle, job, prepared, onAnswer }
  const focusFirst = () => {
    setIsWarned(true)
    focusFirstOpen(card.current)
  }
  const foot = {
    back,
    hint: total > 0 && (
      <Group component="span" gap={10} wrap="nowrap" justify="flex-end">
        {isWarned && open.length > 0 ? (
          <Link className={frame.link} to="/dashboard" search={{ menu: 'import', what: kind, step: 'check' }}>
            Leave {open.length} open
          </Link>
        ) : (
          <Box
            component="span"
            w={{ base: undefined, sm: 84 }}
            flex={{ base: 1, sm: 'none' }}
            hiddenFrom="sm"
          >
            <ProgressBar label="Answered" percent={(100 * answered) / total} />
          </Box>
        )}
        <span>{progress}</span>
      </Group>
    ),
    next: (
      <>
        {isPhone && bar}
        {open.length > 0 ? (
          <Button onClick={focusFirst}>Next: Check</Button>
        ) : (
          <StepButton verb="Next" kind={kind} step="check" />
        )}
      </>
    ),
  }
  return (
    <ImportFrame kind={kind} step="values" subtitle={subtitle} foot={foot}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move among the buttons inside */}
      <section ref={card} className="el-card" aria-label="Questions" onKeyDown={moveByKey}>
        <div className={frame.statement}>
          <div className="el-grow">
            <h2>{headWords(open.length, certain.length + countSettled(askedDates, answers))}</h2>
            <p>
              {open.length > 0
                ? `Each answer counts for every cell with the same text${job.sheets.length > 1 ? `, in all ${job.sheets.length} sheets` : ''}.`
                : addsWords(prepared)}
            </p>
          </div>
          {guesses.length > 1 && (
            <Button
              variant="default"
              leftSection={<IconBulb size={18} color="var(--el-blue)" aria-hidden />}
              onClick={() => onAnswer(Object.fromEntries(guesses), `${guesses.length} guesses taken.`)}
            >
              Take all {guesses.length} guesses
            </Button>
          )}
          {open.length > 0 && (
            <Box className={frame.progress} visibleFrom="sm">
              <span>{progress}</span>
              <ProgressBar label={progress} percent={(100 * answered) / total} isTall />
            </Box>
          )}
        </div>
        <DateQuestions {...{ job, onAnswer }} questions={askedDates} show="asked" />
        {ownClasses.length > 0 && <OwnClasses questions={ownClasses} {...answering} />}
        {open.length > 0
          ? groups.map((group) => (
              <QuestionGroupList key={group.title} group={group} open={open} {...answering} />
            ))
          : answered - answeredDates.length > 0 && (
              <Fold
                icon={<IconCircleCheck size={20} color="var(--el-green)" aria-hidden />}
                title={`${answered - answeredDates.length} answered`}
                about="by you"
              >
                {groups.map((group) => (
                  <QuestionGroupList key={group.title} group={group} open={open} {...answering} />
                ))}
              </Fold>
            )}
        <Understood questions={understood} dates={askedDates} {...answering} />
        <StepFoot />
      </section>
      {!isPhone && bar}
    </ImportFrame>
  )
}

const headWords = (open: number, understood: number) =>
  open === 0
    ? 'Everything is answered'
    : `${plural(open, 'question')} ${open === 1 ? 'is' : 'are'} open, ${onOneLine(plural(understood, 'word'))} ${understood === 1 ? 'is' : 'are'} understood`

function addsWords({ asked, settled }: Prepared) {
  const { places, names } = newNames(asked, settled)
  const added = addedWords({ new_places: places, new_lookups: newLookups(names) }, asked.ours)
  return added === '' ? 'Elimu adds no names with the import.' : `Elimu adds ${added} with the import.`
}
