const DAY_MS = 86_400_000

type Rule = {
  /** Older values are not read, and removed at the next start. */
  maxAge: number
  /** Whose values a logout removes. Only the tab that logs out does it: others cannot tell a logout from an expired session. */
  logout: 'everybody' | 'user'
  /** What is removed if the session ends otherwise. The rest waits for its user, and another user never reads it. */
  otherEnd: 'sent' | 'nothing'
}

/** What this device stores of its users: how long, and what the end of a session removes. */
export const deviceRules = {
  /** What is typed into a form. `sent`: the server has it too. */
  drafts: { maxAge: Infinity, logout: 'everybody', otherEnd: 'sent' },
  /** Drafts that were left out of a form, because it was cleared or shows another one. */
  cleared: { maxAge: DAY_MS, logout: 'everybody', otherEnd: 'nothing' },
  /** Photographed pages that nobody has saved. */
  papers: { maxAge: 30 * DAY_MS, logout: 'user', otherEnd: 'nothing' },
  /** Pictures, films and certificates that the server has not saved yet. */
  uploads: { maxAge: 7 * DAY_MS, logout: 'user', otherEnd: 'nothing' },
  /** Unfinished imports. */
  imports: { maxAge: Infinity, logout: 'everybody', otherEnd: 'nothing' },
} satisfies Record<string, Rule>

export type StoreName = keyof typeof deviceRules

/** What is known of a value without reading it: from when its age counts, and whether the server has it too. */
export type Facts = { at: number; isSent: boolean }

/** `expiry`: without a logout in this tab. `logoutElsewhere`: another tab logged out, or noticed the end. */
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
