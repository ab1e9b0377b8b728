import { Box, Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Message } from '../../ui/Message.tsx'
import type { SignedInUser } from '../../ui/sessionUser.ts'
import { fetchPasskeyOptions, loginByPasskey } from '../authApi.ts'
import { cancelPasskey, passkeyProblem, requestPasskey, suggestPasskeys } from './passkeys.ts'
import classes from './secondStep.module.css'

/** A challenge is valid for five minutes. */
const RENEW_MS = 4 * 60_000

type PasskeySignInProps = {
  /** True while the password is sent. The browser then suggests no passkey. */
  isOff: boolean
  onSignedIn: (user: SignedInUser) => void
}

/** Signs in by a passkey alone: by the button, or by one that the browser suggests in the email field. */
export function PasskeySignIn({ isOff, onSignedIn }: PasskeySignInProps) {
  const [problem, setProblem] = useState<string>()
  const [isAsking, setIsAsking] = useState(false)
  const [round, setRound] = useState(0)

  const suggest = useEffectEvent(async (isOver: () => boolean) => {
    // The user has not asked for a passkey yet: if the browser cannot suggest one, no message is shown.
    const assertion = await assertionBy(suggestPasskeys, isOver).catch(() => undefined)
    if (assertion) onSignedIn(await loginByPasskey(assertion))
  })
  useEffect(() => {
    if (isOff || isAsking) return undefined
    let isOver = false
    const renew = () => setRound(round + 1)
    suggest(() => isOver).catch((error: unknown) => {
      setProblem(passkeyProblem(error))
      renew()
    })
    const renewal = setTimeout(renew, RENEW_MS)
    return () => {
      isOver = true
      clearTimeout(renewal)
      cancelPasskey()
    }
  }, [isOff, isAsking, round])

  const ask = () => {
    setIsAsking(true)
    setProblem(undefined)
    void assertionBy(requestPasskey)
      .then(async (assertion) => assertion && onSignedIn(await loginByPasskey(assertion)))
      .catch((error: unknown) => setProblem(passkeyProblem(error)))
      .finally(() => setIsAsking(false))
  }
  return (
    <>
      <p className={classes.or}>or</p>
      <Button
        variant="default"
        size="lg"
        fullWidth
        leftSection={<IconFingerprint size={20} aria-hidden />}
        disabled={isOff || isAsking}
        onClick={ask}
      >
        Sign in with a passkey
      </Button>
      {problem && (
        <Box mt={14}>
          <Message tone="bad">{problem}</Message>
        </Box>
      )}
    </>
  )
}

async function assertionBy(request: typeof requestPasskey, isOver = () => false) {
  const options = await fetchPasskeyOptions()
  return options && !isOver() ? request(options) : undefined
}
