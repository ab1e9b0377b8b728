import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { canEditGallery } from '#contract/permissions.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { isAllSafe } from '../uploads/queueEntries.ts'
import { createUploadQueue, type UploadQueue, UploadQueueContext } from '../uploads/uploadQueue.ts'
import { unsavedWork } from '../ui/drafts/useAskBeforeLeaving.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { hasPapers } from '../ui/paper/paperStore.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useSession } from './session.ts'

const UploadTray = lazyComponent(() => import('../uploads/UploadTray.tsx'), 'UploadTray')
const LeaveQuestion = lazyDialog(async () => (await import('../ui/drafts/LeaveQuestion.tsx')).LeaveQuestion, {
  isLikely: true,
})

/** Uploads files while the user works on any screen. */
export function Uploads({ children }: { children: ReactNode }) {
  const { id, role } = useSessionUser()
  const client = useQueryClient()
  const { confirm } = useSession()
  const [queue] = useState(() =>
    createUploadQueue(id, {
      onSafe: ({ student_id, imported }) =>
        void client.invalidateQueries(
          // A picture or certificate appears in many lists. Each list is refetched when it is next shown.
          imported ? { refetchType: 'none' } : { queryKey: ['gallery', student_id] },
        ),
      isStillUser: async () => (await confirm())?.id === id,
    }),
  )
  return canEditGallery(role) ? (
    <UploadsOf queue={queue} user={id}>
      {children}
    </UploadsOf>
  ) : (
    children
  )
}

type UploadsOfProps = { queue: UploadQueue; user: number; children: ReactNode }

function UploadsOf({ queue, user, children }: UploadsOfProps) {
  const entries = useSyncExternalStore(queue.subscribe, queue.entries)
  const { askBeforeLogout } = useSession()
  const { student } = useSearch({ strict: false })
  const isGallery = useLocation().pathname.endsWith('/studentgallery')
  // An open gallery shows its saved files itself, so they leave the tray.
  useEffect(() => {
    const all = queue.entries()
    if (isGallery && isAllSafe(all) && all.every(({ item }) => item.student_id === student)) queue.clearSafe()
  }, [isGallery, student, queue])
  const inTray = entries.filter(({ item }) => !queue.isListed(item))
  const [answer, setAnswer] = useState<(mayLeave: boolean) => void>()
  /** The unsent items that a logout would remove. */
  const [unsent, setUnsent] = useState<string[]>([])
  useEffect(() => {
    queue.start()
    let asking: Promise<boolean> | undefined
    const ask = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
    const stopAsking = askBeforeLogout(async () => {
      const found = [
        ...(queue.hasUnsent() ? [UNSENT] : []),
        ...((await hasPapers(user)) ? [PAPERS] : []),
        ...unsavedWork(),
      ]
      if (found.length === 0) return true
      setUnsent(found)
      // Logout can be pressed again in the inactivity warning: one answer is used for both.
      return (asking ??= ask().finally(() => (asking = undefined)))
    })
    const onLeave = (event: BeforeUnloadEvent) => queue.hasUnstored() && event.preventDefault()
    window.addEventListener('beforeunload', onLeave)
    return () => {
      window.removeEventListener('beforeunload', onLeave)
      stopAsking()
      queue.stop()
    }
  }, [queue, user, askBeforeLogout])
  const settle = (mayLeave: boolean) => {
    setAnswer(undefined)
    // Files added from now on would remain in this browser after the logout.
    if (mayLeave) queue.stop()
    answer?.(mayLeave)
  }
  return (
    <UploadQueueContext value={queue}>
      {children}
      {inTray.length > 0 && (
        <Suspense>
          <UploadTray queue={queue} entries={inTray} />
        </Suspense>
      )}
      {answer && (
        <LeaveQuestion
          title="Log out before everything is saved?"
          leaveWord="Log out anyway"
          stayWord="Stay and continue"
          onStay={() => settle(false)}
          onLeave={() => settle(true)}
        >
          {unsent.join(' ')}
        </LeaveQuestion>
      )}
    </UploadQueueContext>
  )
}

const UNSENT =
  'Some photos, videos or certificates have not reached the server. Logging out removes them from this browser.'
const PAPERS = 'Photographed pages are only on this device. Logging out removes them.'
