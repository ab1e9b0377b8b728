import { canSeeAllMissing, canVerifyRecords, COORDINATOR } from '#contract/permissions.ts'
import { type OpenRecord, type Step, steps } from '#contract/records/steps.ts'
import { USER_ACTIVE, USER_DISABLED } from '#contract/users.ts'
import type { Actor } from '../database/history.ts'
import type { Services } from '../Services.ts'

/** The list that shows the step: My work, What Is Missing, or the profile of one student. */
export type Shown = 'mine' | 'all' | 'profile'

type Authored = { entered_by: number; author_status: number }

/** Which steps are the viewer's to take. */
export type Rights = {
  viewer: number
  corrects: (record: Authored) => boolean
  verifies: (record: Authored) => boolean
  /** Adds what a student of this liaison officer lacks. */
  completes: (liaison_id: number | null) => boolean
}

/**
 * The step rule: its author corrects a returned record, on the profile everybody, and the liaison officer adds what a student
 * lacks. Outside My work, users who see all students also take the steps of other liaison officers, and of authors who are
 * disabled.
 */
export function rightsOf(
  { config }: Pick<Services, 'config'>,
  { id, role }: Pick<Actor, 'id' | 'role'>,
  shown: Shown,
): Rights {
  const seesAll = shown !== 'mine' && canSeeAllMissing(role)
  return {
    viewer: id,
    corrects: ({ entered_by, author_status }) =>
      shown === 'profile' || entered_by === id || (seesAll && author_status === USER_DISABLED),
    verifies: ({ entered_by }) => canVerifyRecords(role) && (config.mayVerifyOwnEntries || entered_by !== id),
    completes: (liaison_id) => seesAll || liaison_id === id,
  }
}

type Open = { open: Step[]; records: Pick<OpenRecord, 'state' | 'is_mine'>[]; liaison_id: number | null }

/** The first step that is the user's. */
export function firstStep({ open, records, liaison_id }: Open, { completes }: Rights): Step | null {
  const isMine = (state: OpenRecord['state']) => records.some((each) => each.state === state && each.is_mine)
  const mine: Partial<Record<Step, boolean>> = { correct: isMine('returned'), verify: isMine('unverified') }
  return open.find((step) => mine[step] ?? completes(liaison_id)) ?? null
}

/** All that is open of a student, in the order of the rule. */
export const inOrder = (open: ReadonlySet<Step>): Step[] => steps.filter((step) => open.has(step))

/** Who verifies the records of an author: the first name of the only coordinator who can. */
export async function findVerifiers({ db, config }: Pick<Services, 'db' | 'config'>) {
  const all = await db
    .selectFrom('users')
    .select(['id', 'first_name'])
    .where('role_id', '=', COORDINATOR)
    .where('status', '=', USER_ACTIVE)
    .limit(3)
    .execute()
  return (author: number): string => {
    const [only, ...others] = config.mayVerifyOwnEntries ? all : all.filter(({ id }) => id !== author)
    if (!only) return 'an administrator'
    return others.length === 0 ? only.first_name : 'a coordinator'
  }
}
