import { useEffect, useState } from 'react'
import { type ConfirmedAction, whenConfirmationIsNeeded } from '../../ui/http.ts'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'

const ConfirmDialog = lazyDialog(async () => (await import('./ConfirmDialog.tsx')).ConfirmDialog)

type Question = { action: ConfirmedAction | undefined; settle: (isConfirmed: boolean) => void }

/** Asks who the user is when a call needs it. Other calls that need it wait for the same answer. */
export function ConfirmAgain() {
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    let asked: Promise<boolean> | undefined
    let cancel = () => {}
    const stop = whenConfirmationIsNeeded((action) => {
      asked ??= new Promise<boolean>((resolve) => {
        cancel = () => resolve(false)
        setQuestion({ action, settle: resolve })
      }).finally(() => {
        asked = undefined
        setQuestion(undefined)
      })
      return asked
    })
    return () => {
      stop()
      cancel()
    }
  }, [])
  return question && <ConfirmDialog {...question} />
}
