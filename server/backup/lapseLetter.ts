import { type BackupLapse, lapseWords } from '#contract/backups.ts'
import { timeOf } from '#contract/fields.ts'
import type { Config } from '../config.ts'
import { buttonHtml, escapeHtml, letterHtml } from '../mail/letterHtml.ts'
import type { LetterContent } from '../mail/outbox.ts'

type Lapsed = {
  first_name: string
  lapse: BackupLapse
  /** Why the last backup failed; undefined if none was begun. */
  reason: string | null | undefined
  config: Pick<Config, 'appUrl' | 'charityName'>
}

const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Africa/Nairobi' })

/** The letter to an administrator that no backup has been good for too long, with the reason and what to do. */
export function lapseLetter({ first_name, lapse, reason, config }: Lapsed): LetterContent {
  const { appUrl, charityName: charity } = config
  const title = `No copy for ${lapseWords(lapse.hours)}`
  const address = `${appUrl}/dashboard?menu=backup`
  const since = new Date(lapse.since)
  const paragraphs = [
    `Dear ${first_name},`,
    `Elimu has made no good copy of its records and files since ${dayWords.format(since)}, ${timeOf(since)} Nairobi time. If the server were lost, everything since then would be lost with it.`,
    reason === undefined
      ? 'No copy was begun in that time. Perhaps Elimu did not run at night.'
      : `The last one failed: ${(reason ?? 'the reason is unknown').replace(/\.$/, '')}.`,
    'Open Settings, Backup, and press Back up now. If that fails too, the page says what to fix. Earlier copies are not affected.',
  ]
  const closing = 'This letter comes again every seven days, until a copy is good.'
  return {
    subject: `${title} - ${charity}`,
    text: [...paragraphs, address, closing, charity].join('\n\n'),
    html: letterHtml({
      title,
      charity,
      body: `${paragraphs.map((words) => `\n<p>${escapeHtml(words)}</p>`).join('')}${buttonHtml('Open Backup', address)}
<p>${escapeHtml(closing)}</p>
<p>${escapeHtml(charity)}</p>`,
    }),
  }
}
