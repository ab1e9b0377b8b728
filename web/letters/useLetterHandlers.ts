import { useCallback, useEffect, useRef, useState } from 'react'
import { AN_ERROR_OCCURRED } from '#contract/messages.ts'
import type { Letter } from '#contract/letters.ts'
import { HttpError } from '../ui/http.ts'
import { useListChanges } from '../ui/list/useListChanges.ts'
import { fetchLink, lettersList, retryLetter } from './letterApi.ts'
import type { LetterNoticeState } from './LetterNotice.tsx'

/** The postman takes a letter at his own pace: the list looks again whether it is there. */
const LOOK_AGAIN_MS = [500, 2_000, 6_000]

/** What the buttons of a letter do, and what came of the last of them. */
export function useLetterHandlers() {
  const [notice, setNotice] = useState<LetterNoticeState>()
  const { put, refresh } = useListChanges(lettersList)
  const lookAgain = useLookAgain(refresh)

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
        // Also after a refusal: then the letter is no longer what the list shows.
        lookAgain()
        const { message, data } = await retryLetter(letter)
        put(data)
        return { tone: 'good', text: message }
      }),
    [attempt, put, lookAgain],
  )

  const copyLink = useCallback(
    (letter: Letter) =>
      void attempt(async () => {
        const link = await fetchLink(letter)
        return (await isCopied(link))
          ? { tone: 'good', text: `The link of ${letter.recipient} is copied.` }
          : { link, recipient: letter.recipient }
      }),
    [attempt],
  )
  return { notice, retry, copyLink }
}

function useLookAgain(refresh: () => void) {
  const looks = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => () => looks.current.forEach(clearTimeout), [])
  return useCallback(() => {
    looks.current.forEach(clearTimeout)
    looks.current = LOOK_AGAIN_MS.map((delay) => setTimeout(refresh, delay))
  }, [refresh])
}

/** Plain http, a browser's settings or a lost click may forbid the clipboard. */
async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
