import { LINK_VALID_MINUTES, type LinkKind } from '#contract/identity/auth.ts'
import { escapeHtml } from '../../base/escapeHtml.ts'
import { buttonHtml, letterHtml } from '../../mail/letterHtml.ts'
import type { LetterContent } from '../../mail/outbox.ts'
import type { Services } from '../../Services.ts'
import { passwordLinkUrl } from './passwordLink.ts'

/** The placeholder for the link in a stored letter. The link is only made when the letter is sent. */
const LINK = '{password-link}'

type LinkedLetter = { link_kind: LinkKind | null; user_id: number | null; recipient: string }

/**
 * Makes the password link of a letter when it is sent, because the link is valid for an hour from then. It is bound to
 * the recipient: if the user's address has changed in the meantime, the link is void.
 */
export async function writeLinkFor(
  { link_kind, user_id, recipient }: LinkedLetter,
  services: Pick<Services, 'db' | 'config' | 'secret' | 'clock'>,
): Promise<string> {
  if (!link_kind || !user_id) return ''
  const { password_hash } = await services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  return passwordLinkUrl({ userId: user_id, kind: link_kind }, { email: recipient, password_hash }, services)
}

/** Replaces the placeholder of a stored letter by a new link; letters without a placeholder are not changed. */
export async function fillPasswordLink<Letter extends LinkedLetter & { text: string; html: string }>(
  letter: Letter,
  services: Services,
): Promise<Letter> {
  const link = await writeLinkFor(letter, services)
  const fill = (text: string) => text.replaceAll(LINK, () => link)
  return { ...letter, text: fill(letter.text), html: fill(letter.html) }
}

/** A stored letter as it may be shown, with dots in place of the link. */
export function withoutPasswordLink<Letter extends { text: string; html: string }>(letter: Letter): Letter {
  const hide = (text: string) => text.replaceAll(LINK, '…')
  return { ...letter, text: hide(letter.text), html: hide(letter.html) }
}

const wordings: Record<LinkKind, { heading: string; reason: (charity: string) => string; ignore: string }> = {
  new: {
    heading: 'Create Password',
    reason: (charity) => `${charity} has opened an account for you. Create your password to sign in.`,
    ignore: 'If you did not expect this letter, you need not do anything.',
  },
  change: {
    heading: 'Change Password',
    reason: (charity) => `Somebody, hopefully you, asked to change your password at ${charity}.`,
    ignore: 'If it was not you, you need not do anything: your password stays as it is.',
  },
}

/** The letter with the link to create or change the password of a user. */
export function passwordLetter(kind: LinkKind, firstName: string, charity: string): LetterContent {
  const { heading, reason, ignore } = wordings[kind]
  const validity = `The link works once, within ${LINK_VALID_MINUTES} minutes.`
  const greeting = `Dear ${firstName.replaceAll(LINK, '')},`
  return {
    subject: `${heading} - ${charity}`,
    text: [greeting, reason(charity), LINK, `${validity} ${ignore}`, charity].join('\n\n'),
    html: letterHtml({
      title: heading,
      charity,
      body: `
        <p>${escapeHtml(greeting)}</p>
        <p>${escapeHtml(reason(charity))}</p>
        ${buttonHtml(heading, LINK)}
        <p>${escapeHtml(validity)} ${escapeHtml(ignore)}</p>
        <p style="font-size:14px;color:#5f6b66">If the button does not work, copy this address into your browser:<br><span style="word-break:break-all">${LINK}</span></p>`,
    }),
  }
}
