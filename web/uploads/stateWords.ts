import type { ItemState, QueueEntry } from './QueueItem.ts'
import { countSafe } from './queueEntries.ts'

/** The state of one picture or film in words. */
export function stateWords({ state, item }: QueueEntry): string {
  if (state.is === 'pausing') return state.isOffline ? 'Waiting for the network' : 'Waiting to try again'
  if (state.is === 'preparing') return `Preparing ${percentOf(state.share)} %`
  if (state.is === 'sending') return `Sending ${percentOf(state.share)} %`
  if (state.is === 'refused') return state.message
  if (state.is === 'missing') return `Choose ${item.name} again to continue`
  if (state.is === 'safe' && state.isRenamed) return 'Safe, already in the gallery, now under this title'
  if (state.is === 'safe') return state.isKnown ? 'Safe, already in the gallery' : 'Safe'
  return state.is === 'checking' ? 'Checking' : 'Waiting'
}

/** `3 of 5 safe`, and how many items need the user. */
export function trayWords(entries: readonly QueueEntry[]): string {
  const safe = countSafe(entries)
  const stuck = entries.filter(needsUser).length
  if (safe === entries.length) {
    const where = isOfGallery(entries) ? ' in the gallery' : ''
    return safe === 1 ? `Safe${where}` : `All ${safe} safe${where}`
  }
  return `${safe} of ${entries.length} safe${stuck ? `, ${stuck} to look at` : ''}`
}

/** Whether all items go to galleries, and none came from an import. */
export const isOfGallery = (entries: readonly QueueEntry[]) => entries.every(({ item }) => !item.imported)

export const needsUser = ({ state }: Pick<QueueEntry, 'state'>) =>
  state.is === 'refused' || state.is === 'missing'

export const percentOf = (share: number) => Math.floor(share * 100)

/**
 * Calls `show` only for a state that a screen shows differently from the one before: progress counts in whole percents.
 * `isMoving` is whether more of the file has been sent than when this try began.
 */
export function onVisibleChange(
  show: (state: ItemState, isMoving: boolean) => void,
): (state: ItemState) => void {
  let first: number | undefined
  let shown = ''
  return (state) => {
    if (state.is === 'sending') first ??= state.share || undefined
    const isMoving = state.is === 'sending' && state.share > (first ?? 1)
    const visible = 'share' in state ? `${state.is} ${percentOf(state.share)}` : state.is
    if (visible !== shown) show(state, isMoving)
    shown = visible
  }
}
