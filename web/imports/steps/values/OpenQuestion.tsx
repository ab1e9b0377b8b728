import { Box, Button, Group, Menu } from '@mantine/core'
import { IconBulb, IconChevronDown, IconDotsVertical, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { type ImportedRow, recordParts } from '#contract/imports.ts'
import { offeredYears } from '#contract/lookups.ts'
import { canSeeUsers } from '#contract/permissions.ts'
import icon from '../../../ui/IconButton.module.css'
import { SearchSelect } from '../../../ui/form/SearchSelect.tsx'
import { useMore } from '../../../ui/list/useMore.tsx'
import { capital } from '../../../ui/plural.ts'
import { useSessionUser } from '../../../ui/sessionUser.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import frame from '../../imports.module.css'
import { choicesOf } from '../../importApi.ts'
import { nameOf, textOf } from '../../rowWords.ts'
import { makeRows } from '../../sheet/makeRows.ts'
import { CorrectionInput } from '../CorrectionInput.tsx'
import { withCorrections } from '../check/rowAnswers.ts'
import type { Answer } from '../../sheet/Answers.ts'
import { isIdentifying } from '../../sheet/ask/askBlanks.ts'
import { addable } from '../../sheet/ask/askWords.ts'
import type { Question } from '../../sheet/ask/Question.ts'
import { type NamedField, partTarget, type Target } from '../../sheet/targets.ts'
import { ValueInput } from '../../ValueInput.tsx'
import { AddToCluster, useFocusInside } from './AddToCluster.tsx'
import { answerWords, countWords, isAboutCells, nounOf, optionWords, whereWords } from './questionWords.ts'
import type { Answering } from './Answering.ts'

type OpenQuestionProps = Answering & { question: Question }
type Editing = 'another' | 'same' | 'add' | undefined

/** An open question: its text with the cells that have it, and the answers to choose from. */
export function OpenQuestion({ question, ...answering }: OpenQuestionProps) {
  const { onAnswer, prepared } = answering
  const { key, kind, target, text, guesses } = question
  const { field } = target
  const isPhone = useIsPhone()
  const { role } = useSessionUser()
  const [editing, setEditing] = useState<Editing>()
  const [areRowsShown, setAreRowsShown] = useState(false)
  const answer = (given: Answer) =>
    onAnswer({ [key]: given }, `“${text || 'empty'}”: ${answerWords(question, given)}.`)
  const isOfCells = isAboutCells(question)
  const choices = isOfCells || kind === 'decimals' ? [] : choicesFor(question, prepared)
  const isFew = guesses.length === 0 && !addable.has(field) && target.cellKind === 'words'
  const offered = [
    ...guesses,
    ...(isFew ? choices.map((means): Answer => ({ means })) : []),
    ...(kind === 'mark' && guesses.length === 0 ? [{ means: '' }] : []),
  ]
  const more = [
    ...(choices.length > 0 && !isFew
      ? [{ word: otherWord(question), onClick: () => setEditing('another') }]
      : []),
    ...(isOfCells && !isIdentifying(answering.kind, field)
      ? [{ word: 'The same for all', onClick: () => setEditing('same') }]
      : []),
    ...(isOfCells ? [{ word: 'Show each', onClick: () => setAreRowsShown(!areRowsShown) }] : []),
  ]
  const lacksOfficer = kind === 'word' && field === 'liaison' && guesses.length === 0 && canSeeUsers(role)
  const mayAdd = kind === 'word' && addable.has(field) && !guesses.some(isNew)
  // A menu alone would hide the only answers.
  const isMenu = isPhone && (offered.length > 0 || mayAdd)
  return (
    <li className={frame.question} data-open aria-label={text || 'empty'}>
      <div className={frame.asked}>
        <span className={frame.cell} data-empty={text === ''}>
          {text || 'empty'}
        </span>
        <span className="el-sm el-ink-3">
          <button
            type="button"
            className={frame.link}
            aria-expanded={areRowsShown}
            onClick={() => setAreRowsShown(!areRowsShown)}
          >
            {countWords(question)}
          </button>
          {whereWords(question)}
        </span>
      </div>
      {editing ? (
        <Editor
          question={question}
          editing={editing}
          choices={choices}
          onAnswer={answer}
          onCancel={() => setEditing(undefined)}
        />
      ) : (
        <fieldset
          className={frame.answers}
          aria-label={`What “${text || 'empty'}” means`}
          data-more={isMenu && more.length > 0}
        >
          {offered.map((each, at) => (
            <Button
              key={JSON.stringify(each)}
              variant="default"
              data-option
              leftSection={
                at === 0 && guesses.length > 0 ? (
                  <IconBulb size={18} color="var(--el-blue)" aria-label="Likely" />
                ) : undefined
              }
              onClick={() => answer(each)}
            >
              {optionWords(question, each)}
            </Button>
          ))}
          {mayAdd && (
            <Button
              variant="default"
              data-option
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => (field === 'school' ? setEditing('add') : answer({ adds: text }))}
            >
              Add {nounOf(question)}
            </Button>
          )}
          {kind === 'word' && field === 'subject' && (
            <Button variant="default" data-option onClick={() => answer('left out')}>
              Leave out
            </Button>
          )}
          {lacksOfficer && (
            <Button
              variant="default"
              data-option
              leftSection={<IconPlus size={18} aria-hidden />}
              renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'users' }} {...props} />}
            >
              Add officer
            </Button>
          )}
          {isMenu ? (
            <MoreMenu name={text || 'empty'} more={more} />
          ) : (
            more.map(({ word, onClick }) => (
              <Button
                key={word}
                variant="subtle"
                data-option
                rightSection={<IconChevronDown size={16} aria-hidden />}
                onClick={onClick}
              >
                {word}
              </Button>
            ))
          )}
        </fieldset>
      )}
      {areRowsShown && <Rows question={question} {...answering} />}
    </li>
  )
}

const isNew = (answer: Answer) => typeof answer === 'object' && 'adds' in answer
const otherWord = ({ kind, target: { field } }: Question) =>
  kind === 'sheet' ? `Another ${field}` : 'Another'

/** The names or choices that an answer may be, without those that are offered already. */
function choicesFor({ kind, target }: Question, { asked: { ours } }: Answering['prepared']): string[] {
  const known = target.cellKind === 'words' ? target.words : (ours[target.field as NamedField] ?? [])
  // A sheet may be of a year that is not registered yet.
  const years = kind === 'sheet' && target.field === 'year' ? offeredYears(new Date().getFullYear()) : []
  return [...new Set([...known, ...years])]
}

function MoreMenu({ name, more }: { name: string; more: { word: string; onClick: () => void }[] }) {
  if (more.length === 0) return null
  return (
    <Menu position="bottom-end" portalProps={{ target: '#content' }}>
      <Menu.Target>
        <button type="button" className={`${icon.button} ${frame.more}`} aria-label={`More for ${name}`}>
          <IconDotsVertical size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {more.map(({ word, onClick }) => (
          <Menu.Item key={word} onClick={onClick}>
            {word}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type EditorProps = {
  question: Question
  editing: NonNullable<Editing>
  choices: string[]
  onAnswer: (answer: Answer) => void
  onCancel: () => void
}

/** Chooses another answer than those that are offered. */
function Editor({ question, editing, choices, onAnswer, onCancel }: EditorProps) {
  const { target, text } = question
  const [value, setValue] = useState('')
  const box = useFocusInside()
  if (editing === 'add')
    return (
      <AddToCluster
        name={text}
        verb="Add school"
        onAdd={(cluster) => onAnswer({ adds: text, cluster })}
        onCancel={onCancel}
      />
    )
  return (
    <Group ref={box} gap={8} className={frame.inline}>
      {editing === 'another' ? (
        <SearchSelect
          aria-label={`${text} means`}
          placeholder={`Please Select ${target.label}`}
          data={choicesOf(choices)}
          value=""
          onChange={(means) => means !== '' && onAnswer({ means })}
        />
      ) : (
        <>
          <ValueInput
            target={{ ...target, mayBeUnknown: false }}
            label={`${target.label}, the same for all`}
            placeholder={target.hint}
            value={value}
            onChange={setValue}
          />
          <Button variant="default" disabled={value.trim() === ''} onClick={() => onAnswer({ means: value })}>
            Use for all
          </Button>
        </>
      )}
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  )
}

const ROWS_SHOWN = 10

/** The rows of a question. Blank cells and marks can be filled in one by one. */
function Rows({ question, kind, job, prepared, handle }: OpenQuestionProps) {
  const rows = question.rows.flatMap((at) => prepared.rows[at] ?? [])
  const [shown, more] = useMore(rows, { first: ROWS_SHOWN })
  const made = makeRows(kind, job, shown, prepared.settled, job.corrections)
  return (
    <Box className={frame.rows}>
      <ul aria-label={`Rows of ${question.text || 'empty'}`}>
        {made.sources.map((row, at) => {
          const sent = made.rows[at] ?? {}
          return (
            <li key={row.key}>
              <span className="el-ink-3">{capital(row.name)}</span> {nameOf(kind, sent)}
              {targetsIn(question, sent).map((target) => (
                <CorrectionInput
                  key={target.field}
                  target={{ ...target, mayBeUnknown: false }}
                  label={`${target.label} of ${nameOf(kind, sent) || row.name}`}
                  value={textOf(job.corrections[row.key] ?? {}, target.field)}
                  onChange={(value) =>
                    handle.change((said) => withCorrections(said, [row], { [target.field]: value }))
                  }
                />
              ))}
            </li>
          )
        })}
      </ul>
      {more}
    </Box>
  )
}

/** The fields of a row that an answer for this row alone gives. */
function targetsIn({ kind, target, text }: Question, sent: ImportedRow): Target[] {
  if (kind === 'blank') return [target]
  if (kind !== 'mark') return []
  return Object.keys(sent).flatMap((field) =>
    field.startsWith(recordParts.results) && textOf(sent, field) === text ? (partTarget(field) ?? []) : [],
  )
}
