import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Letter } from '#contract/letters.ts'
import { messageOf } from '../ui/http.ts'
import { Message } from '../ui/Message.tsx'
import { fetchLink, lettersKey, retryFailed, retryLetter } from './letterApi.ts'
import type { LettersAddress } from './lettersAddress.ts'

/** The result of an action. Where the browser does not allow copying, it shows the link to copy by hand. */
type LetterNoticeState = { tone: 'good' | 'bad'; text: string } | { link: string; recipient: string }

/** The actions of the letters' buttons, and the result of the last one. */
export function useLetterActions() {
  const [notice, setNotice] = useState<LetterNoticeState>()
  const client = useQueryClient()
  const actions = useMemo(() => {
    const refresh = () => void client.invalidateQueries({ queryKey: lettersKey })
    const attempt = async (act: () => Promise<LetterNoticeState>) => {
      setNotice(undefined)
      try {
        setNotice(await act())
      } catch (error) {
        setNotice({ tone: 'bad', text: messageOf(error) })
      }
      // Also after a refusal, which means that the letter has changed since the list was loaded.
      refresh()
    }
    const success = ({ message }: { message: string }) => ({ tone: 'good' as const, text: message })
    return {
      refresh,
      retry: (letter: Letter) => void attempt(async () => success(await retryLetter(letter))),
      retryAll: (address: LettersAddress) => void attempt(async () => success(await retryFailed(address))),
      copyLink: (letter: Letter) =>
        void attempt(async () => {
          const link = await fetchLink(letter)
          const { recipient } = letter
          return (await copy(link))
            ? { tone: 'good', text: `The link of ${recipient} is copied.` }
            : { link, recipient }
        }),
    }
  }, [client])
  return { notice, ...actions }
}

export const LetterNotice = ({ notice }: { notice: LetterNoticeState }) =>
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

/** Returns whether copying worked: plain http or the browser's settings may forbid the clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
