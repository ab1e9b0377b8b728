import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { type Icon, IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { canVerifyRecords } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { MyWork } from './missing/MyWork.tsx'
import { returnedQuery } from './recordApi.ts'
import { type RecordKind, recordKinds } from './recordKinds.ts'
import classes from './RecordTools.module.css'
import type { RecordToOpen } from './RecordToOpen.ts'
import { waitingCountQuery } from './verify/verifyApi.ts'

const ReturnedPicker = lazy(() =>
  import('./form/RecordPicker.tsx').then((file) => ({ default: file.ReturnedPicker })),
)
const VerifyModal = lazy(() =>
  import('./verify/VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })),
)

type RecordToolsProps = {
  kind: RecordKind
  /** Whether the signed-in user may add and edit such records. */
  mayEdit: boolean
  /** Whether a form is open over the list. */
  isCovered: boolean
  onPick: (record: RecordToOpen) => void
}

/** Buttons over the list that lead to what waits for the signed-in user. */
export const RecordTools = ({ kind, mayEdit, isCovered, onPick }: RecordToolsProps) => (
  <>
    <MyWork kind={kind} mayEdit={mayEdit} isCovered={isCovered} onPick={onPick} />
    <ReturnedToYou kind={kind} mayEdit={mayEdit} onPick={onPick} />
    <VerifyWaiting kind={kind} />
  </>
)

/** Tells authors what was returned to them, and leads to it. */
function ReturnedToYou({ kind, mayEdit, onPick }: Omit<RecordToolsProps, 'isCovered'>) {
  const { data } = useQuery({ ...returnedQuery(kind), enabled: mayEdit })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <CountButton
        icon={IconArrowBackUp}
        word="Returned to You"
        count={data?.meta.total ?? 0}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReturnedPicker
            kind={kind}
            onPick={(record) => {
              setIsOpen(false)
              onPick(record)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** Begins with the record that waits longest, for those who may verify. */
function VerifyWaiting({ kind }: { kind: RecordKind }) {
  const { role } = useSessionUser()
  const isAllowed = canVerifyRecords(role)
  const { data: count = 0 } = useQuery({ ...waitingCountQuery(kind), enabled: isAllowed })
  const [isOpen, setIsOpen] = useState(false)
  if (!isAllowed) return null
  return (
    <>
      <CountButton
        icon={IconCircleCheck}
        word={`Verify ${recordKinds[kind].label}s`}
        count={count}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <VerifyModal kind={kind} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

type CountButtonProps = { icon: Icon; word: string; count: number; onClick: () => void }

/** Says how much waits, and leads to it. Where nothing waits, there is no button. */
function CountButton({ icon: Icon, word, count, onClick }: CountButtonProps) {
  if (count === 0) return null
  return (
    <Button
      className={classes.button ?? ''}
      variant="default"
      leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
      rightSection={<span className={classes.count}>{count}</span>}
      onClick={onClick}
    >
      {word}
    </Button>
  )
}
