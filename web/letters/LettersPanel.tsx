import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Letter, letterMessages } from '#contract/letters.ts'
import { AN_ERROR_OCCURRED } from '#contract/call.ts'
import { formatDateTime } from '../ui/formatDate.ts'
import { HttpError } from '../ui/http.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { type ActionsOf, letterActions, letterColumns } from './letterColumns.tsx'
import { fetchLink, lettersList, retryLetter } from './letterApi.ts'
import { LetterStateBadge } from './LetterStateBadge.tsx'
import { MailServerNote } from './MailServerNote.tsx'

export function LettersPanel() {
  const { notice, retry, copyLink } = useLetterHandlers()
  const actionsOf: ActionsOf = useCallback(
    (letter) => letterActions(letter, { retry, copyLink }),
    [retry, copyLink],
  )
  const columns = useMemo(() => letterColumns(actionsOf), [actionsOf])
  const card = useCallback(
    (letter: Letter) => <LetterCard letter={letter} actionsOf={actionsOf} />,
    [actionsOf],
  )
  return (
    <>
      <PageHead title="Letters" />
      <MailServerNote>{letterMessages.noMailServer}</MailServerNote>
      {notice && <LetterNotice notice={notice} />}
      <DataList
        source={lettersList}
        columns={columns}
        card={card}
        noun="letters"
        searchLabel="Search by recipient"
        noMatchHint="Check the spelling of the address."
        emptyHint="Letters appear here as soon as Elimu writes one."
      />
    </>
  )
}

function LetterCard({ letter, actionsOf }: { letter: Letter; actionsOf: ActionsOf }) {
  const { retry, copyLink } = actionsOf(letter)
  return (
    <ListCard
      title={letter.recipient}
      lines={[letter.subject]}
      badge={<LetterStateBadge state={letter.state} />}
      facts={[
        { label: 'Created', value: formatDateTime(letter.created_at) },
        { label: 'Attempts', value: letter.attempts },
        ...(letter.last_error ? [{ label: 'Last error', value: letter.last_error, isWide: true }] : []),
      ]}
      actions={[retry, copyLink]}
    />
  )
}

/** The result of an action. Where the browser does not allow copying, it shows the link to copy by hand. */
type LetterNoticeState = { tone: 'good' | 'bad'; text: string } | { link: string; recipient: string }

const LetterNotice = ({ notice }: { notice: LetterNoticeState }) =>
  'link' in notice ? (
    <TextInput
      mb="var(--el-s4)"
      label={`The link of ${notice.recipient}`}
      inputWrapperOrder={['label', 'input', 'description']}
      description="Your browser did not allow copying. Copy it from here."
      readOnly
      ref={selectOnMount}
      value={notice.link}
    />
  ) : (
    <Message tone={notice.tone} hasSpaceBelow>
      {notice.text}
    </Message>
  )

const selectOnMount = (field: HTMLInputElement | null) => {
  field?.focus()
  field?.select()
}

/** Letters are sent in the background, so the list is refreshed some time after a letter was queued again. */
const REFRESH_AFTER_MS = [500, 2_000, 6_000]

/** What the buttons of a letter do, and the result of the last action. */
function useLetterHandlers() {
  const [notice, setNotice] = useState<LetterNoticeState>()
  const { put, refresh } = useListChanges(lettersList)
  const refreshLater = useRefreshLater(refresh)

  const attempt = useCallback(async (act: () => Promise<LetterNoticeState>) => {
    setNotice(undefined)
    try {
      setNotice(await act())
    } catch (error) {
      setNotice({ tone: 'bad', text: error instanceof HttpError ? error.message : AN_ERROR_OCCURRED })
    }
  }, [])

  const retry = useCallback(
    (letter: Letter) =>
      void attempt(async () => {
        // Also after a refusal: then the letter has changed since the list was loaded.
        refreshLater()
        const { message, data } = await retryLetter(letter)
        put(data)
        return { tone: 'good', text: message }
      }),
    [attempt, put, refreshLater],
  )

  const copyLink = useCallback(
    (letter: Letter) =>
      void attempt(async () => {
        const link = await fetchLink(letter)
        return (await copy(link))
          ? { tone: 'good', text: `The link of ${letter.recipient} is copied.` }
          : { link, recipient: letter.recipient }
      }),
    [attempt],
  )
  return { notice, retry, copyLink }
}

function useRefreshLater(refresh: () => void) {
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => timers.current.forEach(clearTimeout), [])
  return useCallback(() => {
    timers.current.forEach(clearTimeout)
    timers.current = REFRESH_AFTER_MS.map((delay) => setTimeout(refresh, delay))
  }, [refresh])
}

/** Copies and tells whether it worked: plain http or the browser's settings may forbid the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
