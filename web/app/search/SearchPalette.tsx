import { ActionIcon, Box, CloseButton, Text, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconArrowLeft, IconCornerDownLeft, IconSearch, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { FoundStudent } from '#contract/search.ts'
import { matchedWords, markWords } from '#contract/searchMatch.ts'
import { openedStudents } from '../../students/openedStudents.ts'
import { call } from '../../ui/call.ts'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { plural } from '../../ui/plural.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { type StudentActionName, actionsMeant } from './studentActions.ts'
import { SearchFailure } from './SearchFailure.tsx'
import { bestOf, type Group, groupsOf, isAmbiguous, type Result, type Target } from './results.tsx'
import classes from './SearchPalette.module.css'

/** The form that a result opens. */
export type Task =
  | { name: 'add student' }
  | { name: Exclude<StudentActionName, 'gallery'>; student: FoundStudent }

type SearchPaletteProps = {
  /** What was typed before the field had the focus; with a line break where Enter was pressed. */
  takeEarlyKeys: () => string
  onTask: (task: Task) => void
  onClose: () => void
}

/** Short enough not to be noticed, long enough to type the next letter. */
const PAUSE_MS = 120

/** Finds students, schools, users, pages and actions by words in any order. */
export function SearchPalette({ takeEarlyKeys, onTask, onClose }: SearchPaletteProps) {
  const life = useModalLife(onClose)
  const user = useSessionUser()
  const isPhone = useIsPhone()
  const [typed, setTyped] = useState('')
  const [opened] = useState(() => openedStudents(user.id))
  const { found, meant, isCurrent, error, retry } = useSearched(typed, opened)
  const groups = useMemo(
    () => groupsOf({ user, typed, found, meant, opened }),
    [user, typed, found, meant, opened],
  )
  const results = groups.flatMap((group) => group.results)
  const [marked, setMarked] = useState<string>()
  const best = bestOf(groups)
  const chosen = results.findIndex(({ key }) => key === marked)
  const place = chosen < 0 && best ? results.indexOf(best) : chosen
  const open = useOpen(life.close, onTask)
  const current = results[place]
  /** Whether Enter was pressed before the results of what was typed last arrived. */
  const isEntered = useRef(false)
  useEffect(() => {
    if (!isEntered.current || !isCurrent) return
    isEntered.current = false
    if (current) open(current.target)
  })

  const input = useRef<HTMLInputElement>(null)
  /** The button disappears with the failure. */
  const tryAgain = () => {
    retry()
    input.current?.focus()
  }
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      // Without a marked result, the arrow keys start at the first or the last one.
      const from = place < 0 && step < 0 ? 0 : place
      setMarked(results.at((from + step) % results.length)?.key)
    }
    if (event.key !== 'Enter') return
    if (!isCurrent) isEntered.current = true
    else if (current) open(current.target)
  }
  const type = (text: string) => {
    setTyped(text)
    setMarked(undefined)
    isEntered.current = false
  }
  const takeEarly = () => {
    const early = takeEarlyKeys()
    type(typed + early.replaceAll('\n', ''))
    isEntered.current = early.endsWith('\n')
  }
  const words = matchedWords(typed)
  const isSimilar = groups[0]?.isSimilar === true
  const isNothing = words.length > 0 && found && (results.length === 0 || isSimilar)
  return (
    <ModalFrame life={life} title="Search" shape="palette">
      <div className={classes.field}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="var(--el-touch)"
          hiddenFrom="sm"
          aria-label="Close search"
          onClick={life.close}
        >
          <IconArrowLeft size={22} aria-hidden />
        </ActionIcon>
        {!isPhone && <IconSearch size={20} aria-hidden />}
        <input
          ref={input}
          role="combobox"
          className={classes.input}
          aria-label="Name, ref, school, user or page"
          placeholder="Name, ref, school, user or page"
          aria-expanded={results.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${place}`}
          aria-autocomplete="list"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          data-autofocus
          value={typed}
          onFocus={takeEarly}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {typed && (
          <CloseButton
            aria-label="Clear search"
            onClick={() => {
              type('')
              input.current?.focus()
            }}
          />
        )}
      </div>
      {isAmbiguous(results[0]) && !isSimilar && (
        <output className={classes.ambiguous}>
          <IconUsers size={20} aria-hidden />
          <span>
            <b>{countWords(results[0]?.namesakes)} have this name.</b>{' '}
            {isPhone ? (
              'Tap the right one.'
            ) : (
              <>
                Choose one with <kbd className="el-key">↓</kbd> before Enter.
              </>
            )}
          </span>
        </output>
      )}
      <div className={classes.results}>
        {error && !found && <SearchFailure error={error} onRetry={tryAgain} />}
        {isNothing && (
          <div className={classes.nothing}>
            <Text fw={600}>Nothing matches “{found.typed}”.</Text>
            <Text>Check the spelling, or search by ref.</Text>
          </div>
        )}
        <Box
          id={`${id}-list`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own list shows no pictures
          role="listbox"
          aria-label={words.length ? 'Results' : 'Suggestions'}
        >
          {groups.map((group) => (
            <ResultGroup
              key={`${group.name} ${group.results[0]?.key}`}
              group={group}
              words={words}
              idOf={(result) => `${id}-${results.indexOf(result)}`}
              current={current}
              onMark={setMarked}
              onOpen={open}
            />
          ))}
        </Box>
        <VisuallyHidden component="output">
          {words.length > 0 && isCurrent && plural(results.length, isSimilar ? 'similar name' : 'result')}
        </VisuallyHidden>
      </div>
      <div className={classes.keys}>
        {current ? (
          <>
            <span>
              <kbd className="el-key">↑</kbd> <kbd className="el-key">↓</kbd> Move
            </span>
            <span>
              <kbd className="el-key">Enter</kbd> Open
            </span>
          </>
        ) : (
          results.length > 0 && (
            <span>
              <kbd className="el-key">↓</kbd> Choose
            </span>
          )
        )}
        <span>
          <kbd className="el-key">Esc</kbd> Close
        </span>
      </div>
    </ModalFrame>
  )
}

type ResultGroupProps = {
  group: Group
  words: string[]
  idOf: (result: Result) => string
  current: Result | undefined
  onMark: (key: string) => void
  onOpen: (target: Target) => void
}

function ResultGroup({ group, words, idOf, current, onMark, onOpen }: ResultGroupProps) {
  const { name, isInside, isSimilar, results, total = results.length } = group
  const id = useId()
  return (
    <Box
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a part of such a list
      role="group"
      aria-labelledby={id}
    >
      <div id={id} className={`${classes.group} ${isInside ? classes.inside : ''}`}>
        {name}
        {words.length > 0 && !isInside && !isSimilar && <span className="el-numbers">{total}</span>}
      </div>
      {results.map((result) => (
        <Box
          key={result.key}
          ref={result === current ? scrollThere : undefined}
          id={idOf(result)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={result === current}
          className={classes.result}
          onMouseMove={() => result !== current && onMark(result.key)}
          onClick={() => onOpen(result.target)}
        >
          {result.image}
          <span className={classes.text}>
            <Marked result={result} words={words} />
          </span>
          {result.badge}
          {result === current && (
            <span className={`el-keyboard-only ${classes.goal}`} aria-hidden>
              <IconCornerDownLeft size={18} />
              {result.goal ?? 'Open'}
            </span>
          )}
        </Box>
      ))}
    </Box>
  )
}

const scrollThere = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

function Marked({ result, words }: { result: Result; words: string[] }) {
  const texts = [result.title, result.facts, ...(result.moreFacts ? [result.moreFacts] : [])]
  return markWords(texts, words).map((parts, line) => (
    // Lines and parts of a text have no other identity than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <span key={line} className={line === 0 ? classes.title : classes.facts}>
      {parts.map((part, place) =>
        // oxlint-disable-next-line react/no-array-index-key
        part.isMarked ? <mark key={place}>{part.text}</mark> : <span key={place}>{part.text}</span>,
      )}
    </span>
  ))
}

const SMALL_NUMBERS = ['', '', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
/** Null for a number that is not known. */
const countWords = (count: number | null = null) =>
  `${count === null ? 'Several' : SMALL_NUMBERS[count] || count} children`

/** The results for the typed words, requested a moment after the last letter. Until then the previous ones stay. */
function useSearched(typed: string, students: FoundStudent[]) {
  const opened = students.map(({ id }) => id).join(',') || undefined
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { names, student } = useMemo(() => actionsMeant(asked), [asked])
  const isAsked = matchedWords(asked).length > 0
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['search', asked, opened],
    queryFn: async ({ signal }) => {
      const query = { words: asked, subject: student, opened }
      const { data: found } = await call('GET /api/search', { query, signal })
      return { ...found, typed: asked }
    },
    enabled: isAsked,
    placeholderData: keepPreviousData,
    // Saves change results; a search is cheap.
    gcTime: 0,
  })
  return {
    found: isAsked ? data : undefined,
    meant: names,
    isCurrent: asked === typed.trim() && !(isAsked && (isPlaceholderData || (isFetching && !data))),
    error,
    retry: () => void refetch(),
  }
}

/** Opens a result and closes the search. */
function useOpen(close: () => void, onTask: (task: Task) => void) {
  const navigate = useNavigate()
  const go = async (target: Target) => {
    if (target.to === 'profile')
      await navigate({
        to: '/dashboard',
        search: { menu: 'profile', student: target.student.id, profile: 'academics' },
      })
    else if (target.to === 'panel') await openPanel(target)
    else if (target.to === 'add student') {
      await openPanel({ menu: 'students' })
      onTask({ name: 'add student' })
    } else if (target.action.name === 'gallery')
      await navigate({ to: '/dashboard/studentgallery', search: { student: target.action.student.id } })
    else {
      const { name, student } = target.action
      await openPanel({ menu: panelOf[name] })
      onTask({ name, student })
    }
    // The focus continues on the page that was opened, not on the button of the search.
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    close()
  }
  const openPanel = ({ menu, search }: { menu: string; search?: string }) =>
    menu === 'gallery'
      ? navigate({ to: '/dashboard/gallery' })
      : navigate({ to: '/dashboard', search: { menu, ...(search && { search }) } })
  return (target: Target) => void go(target)
}

/** The panel on which each form opens. */
const panelOf = { report: 'academics', receipt: 'finance', edit: 'students' } as const
