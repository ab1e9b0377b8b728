import { Box, Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { accountMessages } from '#contract/identity/account.ts'
import { focusOnMount } from '../../ui/modal/focusOnMount.ts'
import { HttpError } from '../../ui/http.ts'
import { Message, StatementMark } from '../../ui/Message.tsx'
import type { SignedInUser } from '../../ui/sessionUser.ts'
import { fetchPasskeyOptions, finishLogin, type PendingSignIn } from '../authApi.ts'
import { AuthForm, AuthScreen, useAuthForm } from '../signIn/AuthForm.tsx'
import { codes } from './GroupedField.tsx'
import { OtherWays, type Way } from './OtherWays.tsx'
import { cancelPasskey } from './passkeys.ts'
import classes from './secondStep.module.css'
import { usePasskeyRequest } from './usePasskeyRequest.ts'

type SecondStepPageProps = {
  pending: PendingSignIn
  onSignedIn: (user: SignedInUser) => void
  /** Opens Login: by the link, or with the message that the ten minutes are over. */
  onBack: (message?: string) => void
}

/** Asks for a code, a passkey or a recovery code after the password. */
export function SecondStepPage({ pending, onSignedIn, onBack }: SecondStepPageProps) {
  const [way, setWay] = useState<Way>(pending.kinds[0] ?? 'recovery')
  const finish: Finish = async (proof) => {
    try {
      onSignedIn(await finishLogin(proof))
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 401)) throw error
      onBack(accountMessages.secondStepOver)
    }
  }
  const screen = { pending, finish, onChoose: setWay }
  return (
    <>
      {way === 'totp' || way === 'recovery' ? (
        <CodeScreen key={way} way={way} {...screen} />
      ) : (
        <PasskeyScreen {...screen} />
      )}
      <BackToLogin onClick={() => onBack()} />
    </>
  )
}

type Finish = (proof: Parameters<typeof finishLogin>[0]) => Promise<void>
type ScreenProps = { pending: PendingSignIn; finish: Finish; onChoose: (way: Way) => void }

const texts = {
  totp: {
    title: 'Enter your code',
    lead: 'Open your authenticator app and enter the six digits it shows for Elimu.',
  },
  recovery: {
    title: 'Enter a recovery code',
    lead: 'One of the ten codes you printed or copied. Each works once.',
  },
}

function CodeScreen({ pending, way, finish, onChoose }: ScreenProps & { way: keyof typeof texts }) {
  const [remember, setRemember] = useState(false)
  const { Field, form: schema } = codes[way]
  const form = useAuthForm(schema, { code: '' }, ({ code }) => finish({ kind: way, code, remember }))
  return (
    <>
      <AuthForm
        {...texts[way]}
        form={form}
        notice={noticeOf(pending)}
        verb="Sign in"
        verbWhileSending="Signing in …"
      >
        <p className={classes.who}>{pending.email}</p>
        <Field ref={focusOnMount} {...form.field('code')} />
        <label className={classes.remember}>
          <input
            type="checkbox"
            checked={remember}
            onChange={({ currentTarget }) => setRemember(currentTarget.checked)}
          />
          Remember this device for 30 days
          <small className="el-sm el-ink-3">Leave this empty on a shared computer.</small>
        </label>
      </AuthForm>
      <OtherWays ways={pending.kinds} way={way} isOff={form.isSending} onChoose={onChoose} />
    </>
  )
}

function PasskeyScreen({ pending, finish, onChoose }: ScreenProps) {
  const { isWaiting, problem, askAgain } = usePasskeyRequest(fetchPasskeyOptions, (assertion) =>
    finish({ kind: 'passkey', assertion }),
  )
  const notice = noticeOf(pending)
  return (
    <>
      <Box className={classes.waiting}>
        <StatementMark Icon={IconFingerprint} tone="primary" />
        <div>
          <AuthScreen
            title="Unlock this device"
            lead={`Use your fingerprint, face or PIN to sign in as ${pending.email}`}
          >
            {(problem || notice) && (
              <Box ta="left">
                <Message tone={problem ? 'bad' : 'note'}>{problem ?? notice?.text}</Message>
              </Box>
            )}
          </AuthScreen>
        </div>
        {isWaiting ? (
          <Button ref={focusOnMount} variant="default" size="lg" fullWidth onClick={cancelPasskey}>
            Cancel
          </Button>
        ) : (
          <Button ref={focusOnMount} size="lg" fullWidth onClick={askAgain}>
            Use the passkey
          </Button>
        )}
      </Box>
      <OtherWays ways={pending.kinds} way="passkey" onChoose={onChoose} />
    </>
  )
}

/** The server's warning, if not all steps can be checked. */
const noticeOf = ({ message }: PendingSignIn) =>
  message ? ({ tone: 'note', text: message } as const) : undefined

const BackToLogin = ({ onClick }: { onClick: () => void }) => (
  <p className={classes.back}>
    <button type="button" className="el-link" onClick={onClick}>
      Back to Login?
    </button>
  </p>
)
