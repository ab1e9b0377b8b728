import { Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { StepKind } from '#contract/identity/auth.ts'
import { focusOnMount } from '../../ui/modal/focusOnMount.ts'
import { Steps } from '../../ui/form/Steps.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { useConfirmSession } from '../../ui/sessionUser.ts'
import { type NewStep, securityQuery } from '../accountApi.ts'
import { ChooseStep } from './ChooseStep.tsx'
import { AppStep } from './AppStep.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './setup.module.css'

type SetUpPanelProps = {
  /** Given while the sign-in leads here and nowhere else. */
  only?: { onLogout: () => void; onDone: () => void }
}

const names = ['Choose', 'Set up', 'Recovery codes']

const aboutFirst = (isRequired = false) =>
  `${isRequired ? 'Your role needs one to sign in. ' : ''}It takes about two minutes, and ends your other sessions.`

/** Setting up a second step: its kind, the app or the passkey, and the recovery codes of the first one. */
export function SetUpPanel({ only }: SetUpPanelProps) {
  const { data, error, refetch } = useQuery(securityQuery)
  const client = useQueryClient()
  const confirmSession = useConfirmSession()
  const navigate = useNavigate()
  const toSecurity = async () => {
    await navigate({ to: '/dashboard', search: { menu: 'security' } })
    // The pressed button no longer exists.
    document.getElementById('content')?.focus()
  }
  const onDone = () => {
    void client.invalidateQueries(securityQuery)
    if (only) return only.onDone()
    // Removes the notice that a second step is due.
    confirmSession()
    void toSecurity()
  }
  const [kind, setKind] = useState<StepKind>('totp')
  const [current, setCurrent] = useState(0)
  const [added, setAdded] = useState<NewStep>()
  const confirmed = (step: NewStep) => {
    if (step.codes.length === 0) return onDone()
    setAdded(step)
    setCurrent(2)
  }
  const back = () => setCurrent(0)
  // Stays true while the recovery codes of the first step are shown.
  const isFirst = data?.steps.length === 0 || added !== undefined
  return (
    <>
      <Group gap="12px 24px" align="flex-end" mih={52} mb={{ base: 14, sm: 20 }}>
        <StepTitle
          key={current}
          title={isFirst ? 'Set up a second step' : 'Add a second step'}
          about={isFirst ? aboutFirst(data?.required) : 'It takes about two minutes.'}
        />
        <Steps names={names} current={current} />
      </Group>
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {current === 0 && data && (
        <ChooseStep
          kind={kind}
          canUsePasskeys={data.passkeys}
          onChoose={setKind}
          leave={
            only
              ? { verb: 'Logout?', isLogout: true, onClick: only.onLogout }
              : { verb: 'Cancel', isLogout: false, onClick: () => void toSecurity() }
          }
          onNext={() => setCurrent(1)}
        />
      )}
      {current === 1 && kind === 'totp' && <AppStep onBack={back} onConfirmed={confirmed} />}
      {current === 1 && kind === 'passkey' && <PasskeyStep onBack={back} onConfirmed={confirmed} />}
      {added?.notice && (
        <Message tone="note" hasSpaceBelow>
          {added.notice}
        </Message>
      )}
      {added && (
        <section className={`el-card ${classes.narrow}`}>
          <RecoveryCodes codes={added.codes} onDone={onDone} />
        </section>
      )}
    </>
  )
}

/** Mounted for each step. The button that was clicked is gone: with the focus here, screen readers announce the step. */
function StepTitle({ title, about }: { title: string; about: string }) {
  const id = useId()
  return (
    <div>
      <h1 ref={focusOnMount} className="el-h1" tabIndex={-1} aria-describedby={id}>
        {title}
      </h1>
      <Text id={id} size="body" c="gray" mt={2}>
        {about}
      </Text>
    </div>
  )
}
