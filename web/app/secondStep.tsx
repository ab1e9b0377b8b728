import { Button, Text } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { formatDate } from '../ui/formatDate.ts'
import { Message } from '../ui/Message.tsx'
import { type SignedInUser, useSessionUser } from '../ui/sessionUser.ts'
import { SilenceNotice } from '../ui/SilenceNotice.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import { tabMemory } from './browserMemory.ts'
import { useSession } from './session.ts'

const SetUpPanel = lazyComponent(() => import('../identity/setup/SetUpPanel.tsx'), 'SetUpPanel')

/**
 * Whether a second step must be set up before anything else. Stays true until the user has seen the recovery codes, although the
 * session opens as soon as the step is confirmed.
 */
export function useMustSetUp({ next }: SignedInUser) {
  const { confirm } = useSession()
  const [isOpen, setIsOpen] = useState(next === 'set_up')
  if (next === 'set_up' && !isOpen) setIsOpen(true)
  const close = () => void confirm().finally(() => setIsOpen(false))
  return { isOpen, close }
}

/** The only screen of a user whose days of grace are over. */
export function RequiredSetUp({ onDone }: { onDone: () => void }) {
  const { signOut } = useSession()
  usePageTitle('Set up a second step')
  return (
    <Suspense fallback={<SilenceNotice />}>
      <SetUpPanel only={{ onLogout: () => void signOut(), onDone }} />
    </Suspense>
  )
}

/** A warning of the sign-in, such as that the phone's clock is off. A reload removes it. */
export function SignInNotice() {
  const { notice } = useSessionUser()
  const [isClosed, setIsClosed] = useState(false)
  if (!notice || isClosed) return null
  const close = (
    <Button variant="default" onClick={() => setIsClosed(true)}>
      Close
    </Button>
  )
  return (
    <Message tone="note" hasSpaceBelow action={close}>
      {notice}
    </Message>
  )
}

/** In the days of grace: until when a second step has to be set up. */
export function SecondStepNotice() {
  const { due } = useSessionUser()
  const { menu } = useSearch({ from: '/dashboard' })
  const [isNoticePutOff, setIsNoticePutOff] = useState(tabMemory.isNoticePutOff)
  if (!due || isNoticePutOff || menu === 'secondStep') return null
  const later = () => {
    tabMemory.putOffNotice()
    setIsNoticePutOff(true)
  }
  return (
    <Message
      tone="info"
      hasSpaceBelow
      action={
        <>
          <Button variant="default" onClick={later}>
            Later
          </Button>
          <Button renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'secondStep' }} {...props} />}>
            Set up
          </Button>
        </>
      }
    >
      <b>Set up a second step by {formatDate(due)}</b>
      <Text span display="block" size="ui" c="gray" fw="normal">
        From then on you need it to sign in.
      </Text>
    </Message>
  )
}
