import { Button } from '@mantine/core'
import { IconNotebook, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { termName } from '#contract/notifications.ts'
import type { Lack, NamedTime } from '#contract/records/steps.ts'
import { studentCountQuery } from '../students/studentApi.ts'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { Message } from '../ui/Message.tsx'
import { plural, verb } from '../ui/plural.ts'
import { lackLooks } from './steps.ts'
import type { OpenCounts } from './useOpenRows.ts'

type MissingSentenceProps = {
  counts: OpenCounts
  /** The chosen term; without one the list has open records of all terms. */
  time: NamedTime | undefined
  isOwn: boolean
}

/** `62 of 131 students lack something in Term 3, 2026. 34 wait for you to verify.` */
export function MissingSentence({ counts, time, isOwn }: MissingSentenceProps) {
  const { total, others, to_verify: toVerify, mine } = counts
  const term = time ? ` in ${termName(time)}` : ''
  const students = counts.students - others
  const lacking = total - others
  const waiting = toVerify || (isOwn ? mine : 0)
  const named = `${isOwn ? 'your ' : ''}${plural(students, 'student')}`
  return (
    <>
      {students > 0 && (
        <>
          <b>{lacking === 0 ? `All ${named}` : `${lacking} of ${named}`}</b>{' '}
          {lacking === 0 ? `${verb(students, 'is')} complete` : `${verb(lacking, 'lacks')} something`}
          {term}.{' '}
        </>
      )}
      {others > 0 &&
        `${others === 1 ? 'A record of 1 other student was' : `Records of ${others} other students were`} returned to you. `}
      {waiting > 0 && `${waiting} ${verb(waiting, 'waits')} for you${toVerify > 0 ? ' to verify' : ''}.`}
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
  const asked = search.trim() || (lack && lackLooks[lack].word)
  return (
    <ListEmpty
      icon={IconSearchOff}
      title={`No students match “${asked}”`}
      hint="Check the spelling, or search by ref."
    >
      <Button variant="default" onClick={onClear}>
        Clear search
      </Button>
    </ListEmpty>
  )
}
