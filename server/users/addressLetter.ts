import { userName } from '#contract/users.ts'
import { plainLetter } from '../mail/letterHtml.ts'
import type { LetterContent } from '../mail/outbox.ts'

type Named = { first_name: string; last_name: string; email: string }
type ChangedAddress = {
  user: Named
  /** The user who changed the address. */
  actor: { name: string }
  /** The administrators whom the user can ask. */
  administrators: Named[]
  charity: string
}

/** Informs a user at their old address that their account has another one. The new one is not named: it may be wrong. */
export function addressLetter({ user, actor, administrators, charity }: ChangedAddress): LetterContent {
  const title = 'Your email was changed'
  const known = administrators.map((administrator) => `${userName(administrator)} (${administrator.email})`)
  const whom =
    known.length > 0
      ? `a System Administrator at once: ${known.join(', ')}`
      : 'the person who runs Elimu at once'
  const paragraphs = [
    `Dear ${user.first_name},`,
    `${actor.name} changed the email of your account at ${charity}. You now sign in with the new address, and letters go there.`,
    `If you did not expect this, tell ${whom}.`,
    charity,
  ]
  return plainLetter(title, charity, paragraphs)
}
