import type { ItemState } from './QueueItem.ts'

/** Passes on what a screen shows differently, whole percents, and whether more has travelled than at the beginning. */
export function sayOnce(say: (state: ItemState, isMoving: boolean) => void): (state: ItemState) => void {
  let first: number | undefined
  let said = ''
  return (state) => {
    if (state.is === 'sending') first ??= state.share || undefined
    const isMoving = state.is === 'sending' && state.share > (first ?? 1)
    const words = 'share' in state ? `${state.is} ${Math.floor(state.share * 100)}` : state.is
    if (words !== said) say(state, isMoving)
    said = words
  }
}
