const DAY_MS = 86_400_000

type Rule = {
  /** Older values are not read, and removed at the next start. */
  maxAge: number
  /**
   * The users whose values a logout removes. Only the tab that logs out does so: other tabs cannot distinguish a logout from an
   * expired session.
   */
  logout: 'everybody' | 'user'
  /** The values that any other end of the session removes. The others wait for their user, and are never read by another. */
  otherEnd: 'sent' | 'nothing'
}

/** What this device stores of its users: how long, and what the end of a session removes. */
export const deviceRules = {
  /** The input of forms. `sent`: the server has it too. */
  drafts: { maxAge: Infinity, logout: 'everybody', otherEnd: 'sent' },
  /** Drafts that were left out of a form, because it was cleared or shows another one. */
  cleared: { maxAge: DAY_MS, logout: 'everybody', otherEnd: 'nothing' },
  /** Photographed pages that nobody has saved. */
  papers: { maxAge: 30 * DAY_MS, logout: 'user', otherEnd: 'nothing' },
  /** Pictures, films and certificates that the server has not saved yet. */
  uploads: { maxAge: 7 * DAY_MS, logout: 'user', otherEnd: 'nothing' },
  /** Unfinished imports. */
  imports: { maxAge: Infinity, logout: 'everybody', otherEnd: 'nothing' },
  /** Sheets that were dropped under Moving in and are not imported yet. */
  sheets: { maxAge: Infinity, logout: 'everybody', otherEnd: 'nothing' },
  /** What the newest import of each kind left out, with the reasons. */
  left_out: { maxAge: 30 * DAY_MS, logout: 'everybody', otherEnd: 'nothing' },
} satisfies Record<string, Rule>

export type StoreName = keyof typeof deviceRules

/** The facts about a value that are stored beside it: from when its age counts, and whether the server has it too. */
export type Facts = { at: number; isSent: boolean }

/**
 * `expiry`: the session expired, or the user was inactive. `logoutElsewhere`: another tab logged out, or noticed the end first.
 */
export type SessionEnd = 'logout' | 'logoutElsewhere' | 'expiry'

export const isOld = (name: StoreName, { at }: Facts) => Date.now() - at > deviceRules[name].maxAge

/** Whether the end of `user`'s session removes a value. */
export function isRemovedAt(
  end: SessionEnd,
  user: number | undefined,
  name: StoreName,
  { owner, isSent }: Pick<Facts, 'isSent'> & { owner: number },
): boolean {
  const rule: Rule = deviceRules[name]
  if (end !== 'logout') return rule.otherEnd === 'sent' && isSent
  return rule.logout === 'everybody' || owner === user
}

export const storeNames = Object.keys(deviceRules) as StoreName[]
