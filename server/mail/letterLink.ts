import type { LinkKind } from '#contract/auth.ts'
import type { Services } from '../Services.ts'
import { passwordLinkUrl } from '../auth/passwordLinkUrl.ts'

type LinkedLetter = { link_kind: LinkKind | null; user_id: number | null; recipient: string }

/**
 * Makes the password link of a letter, fresh, because its hour runs from when it leaves. It is bound to the
 * letter's own recipient: should the user's address have changed meanwhile, it opens nothing.
 */
export async function writeLinkFor(
  letter: LinkedLetter,
  services: Pick<Services, 'db' | 'config' | 'secret' | 'clock'>,
): Promise<string> {
  const { link_kind, user_id, recipient } = letter
  if (!link_kind || !user_id) return ''
  const { password_hash } = await services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return passwordLinkUrl({ userId: user_id, kind: link_kind }, { email: recipient, password_hash }, services)
}
