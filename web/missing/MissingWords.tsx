import { Button } from '@mantine/core'
import { IconNotebook, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { termName } from '#contract/notifications.ts'
import type { Missing, NamedTime } from '#contract/records/steps.ts'
import { studentCountQuery } from '../students/studentApi.ts'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { Message } from '../ui/Message.tsx'
import { plural } from '../ui/plural.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { type Lack, lacks } from './steps.ts'

type MissingSentenceProps = { data: Missing[]; students: number; time: NamedTime | null; isOwn: boolean }

/** `62 of 131 students lack something in Term 3, 2026. 34 wait for you to verify.` */
export function MissingSentence({ data, students, time, isOwn }: MissingSentenceProps) {
  const { id } = useSessionUser()
  const term = time ? ` in ${termName(time)}` : ''
  if (students === 0) return null
  if (data.length === 0)
    return (
      <>
        <b>{isOwn ? `All your ${plural(students, 'student')}` : `All ${plural(students, 'student')}`}</b>{' '}
        {students === 1 ? 'is' : 'are'} complete{term}.
      </>
    )
  // Records that were returned to the user may be of others' students.
  const others = isOwn ? data.filter(({ liaison_id }) => liaison_id !== id).length : 0
  const lacking = data.length - others
  const toVerify = data.filter(({ step }) => step === 'verify').length
  const mine = data.filter(({ step }) => step !== null).length
  const waiting = toVerify || (isOwn ? mine : 0)
  return (
    <>
      <b>
        {lacking} of {isOwn && 'your '}
        {plural(students - others, 'student')}
      </b>{' '}
      {lacking === 1 ? 'lacks' : 'lack'} something{term}.
      {waiting > 0 &&
        ` ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you${toVerify > 0 ? ' to verify' : ''}.`}
    </>
  )
}

/** In place of the list, if nothing is open. */
export function NothingOpen() {
  const { data: students } = useQuery(studentCountQuery)
  return students === 0 ? (
    <ListEmpty
      icon={IconNotebook}
      title="No students yet"
      hint="What they lack appears here once they are added."
    />
  ) : (
    <Message tone="good">Nothing is missing.</Message>
  )
}

type NothingFoundProps = { search: string; lack: Lack | undefined; onClear: () => void }

export function NothingFound({ search, lack, onClear }: NothingFoundProps) {
  const asked = search.trim() || (lack && lacks[lack].look.word)
  return (
    <ListEmpty
      icon={IconSearchOff}
      title={`No students match “${asked}”`}
      hint="Check the spelling, or search by ref."
    >
      <Button
        variant="default"
        onClick={() => {
          onClear()
          // The focused button is removed, so the focus moves to the search.
          document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
        }}
      >
        Clear search
      </Button>
    </ListEmpty>
  )
}
