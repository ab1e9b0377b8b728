import { type AnyRouter, useBlocker, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isDialogOpen } from '../modal/useBackEntry.ts'

/**
 * Stops a page with unsaved work from being left for another screen, until the user has answered a question. `leave` is what to do
 * if they discard the work; undefined while there is no question.
 */
export function useLeaving(isUnsaved: boolean) {
  const router: AnyRouter = useRouter()
  const [leave, setLeave] = useState<() => void>()
  const askToLeave = (then: () => void) => setLeave(() => then)
  useBlocker({
    disabled: !isUnsaved,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action, current, next }) => {
      const isBack = action === 'BACK'
      // Back closes an open dialog.
      if ((isBack && isDialogOpen()) || screenOf(current) === screenOf(next)) return false
      askToLeave(() =>
        isBack
          ? router.history.back({ ignoreBlocker: true })
          : void router.navigate({
              to: next.pathname,
              search: next.search,
              replace: action === 'REPLACE',
              ignoreBlocker: true,
            }),
      )
      return true
    },
  })
  return { leave, askToLeave, stay: () => setLeave(undefined) }
}

/** Other parts of the address, such as a year, leave the page on the screen. */
const screenOf = ({ pathname, search }: { pathname: string; search: object }) =>
  [pathname, ...['menu', 'student', 'profile'].map((part) => String(Reflect.get(search, part)))].join(' ')
