import { LINK_VALID_MINUTES, type LinkKind } from '#contract/auth.ts'
import type { LetterContent } from './outbox.ts'
import { buttonHtml, escapeHtml, letterHtml } from './letterHtml.ts'

/** Stands in a stored letter for the link, which is only made as the letter leaves. */
const LINK = '{password-link}'

/** Puts the link where a stored letter left its place. */
export const fillLink = (text: string, link: string) => text.replaceAll(LINK, () => link)

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

/** The letter that brings a user the link to create or change their password. */
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
