import { useEffect, useEffectEvent, useState } from 'react'
import type { Assertion, RequestOptions } from '#contract/identity/account.ts'
import { cancelPasskey, passkeyProblem, requestPasskey } from './passkeys.ts'

/** Asks the browser for a passkey, at once and again on demand, and sends what it answers. */
export function usePasskeyRequest(
  fetchOptions: () => Promise<RequestOptions | undefined>,
  send: (assertion: Assertion) => Promise<void>,
) {
  const [isWaiting, setIsWaiting] = useState(true)
  const [problem, setProblem] = useState<string>()
  const request = async () => {
    const options = await fetchOptions()
    const assertion = options && (await requestPasskey(options))
    if (assertion) await send(assertion)
  }
  const requestAtOnce = useEffectEvent(request)
  useEffect(() => {
    requestAtOnce()
      .catch((error: unknown) => setProblem(passkeyProblem(error)))
      .finally(() => setIsWaiting(false))
    return cancelPasskey
  }, [])
  const askAgain = () => {
    setIsWaiting(true)
    setProblem(undefined)
    void request()
      .catch((error: unknown) => setProblem(passkeyProblem(error)))
      .finally(() => setIsWaiting(false))
  }
  return { isWaiting, problem, askAgain }
}
