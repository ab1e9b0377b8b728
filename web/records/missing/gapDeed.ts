import type { GapState } from '#contract/records.ts'
import { canVerifyRecords } from '#contract/permissions.ts'
import { type GapKind, gapKinds } from './gapKinds.ts'

export type GapDeed = 'add' | 'edit' | 'verify'

/** What whoever is signed in can do about a gap. What was returned waits to be mended, also by those who verify. */
export function gapDeed(kind: GapKind, state: GapState, role: number): GapDeed | undefined {
  if (state === 'unverified' && canVerifyRecords(role)) return 'verify'
  if (!gapKinds[kind].mayEdit(role)) return undefined
  return state === 'missing' ? 'add' : 'edit'
}
