import { ADMINISTRATOR } from '#contract/permissions.ts'
import { USER_ACTIVE } from '#contract/users.ts'
import type { Config } from '../config.ts'
import type { Trx } from '../database/history.ts'
import { escapeHtml } from '../base/escapeHtml.ts'
import { buttonHtml, letterHtml } from '../mail/letterHtml.ts'
import type { Services } from '../Services.ts'

type Content = {
  title: string
  paragraphs: string[]
  /** The last sentence, below the button. */
  closing: string
}

type Administrator = { id: number; email: string; first_name: string }

export const activeAdministrators = (trx: Trx): Promise<Administrator[]> =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'first_name'])
    .where('role_id', '=', ADMINISTRATOR)
    .where('status', '=', USER_ACTIVE)
    .execute()

/** Writes a letter with a link to the page Backup to each of these administrators. Returns how many letters. */
export async function writeToAdministrators(
  trx: Trx,
  readers: Administrator[],
  { outbox, config }: Pick<Services, 'outbox' | 'config'>,
  content: Content,
): Promise<number> {
  const letters = readers.map(({ id: user_id, email: recipient, first_name }) =>
    Object.assign({ recipient, user_id }, letterTo(first_name, config, content)),
  )
  await outbox.writeAll(trx, letters)
  return letters.length
}

function letterTo(first_name: string, { appUrl, charityName: charity }: Config, content: Content) {
  const { title, closing } = content
  const address = `${appUrl}/dashboard?menu=backup`
  const paragraphs = [`Dear ${first_name},`, ...content.paragraphs]
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
