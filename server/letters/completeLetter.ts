import type { Selectable } from 'kysely'
import { fillPasswordLink } from '../identity/passwords/passwordLetters.ts'
import type { Tables } from '../database/tables.ts'
import { checkPromiseLetter } from '../funding/checkPromiseLetter.ts'
import { checkNews } from '../notifications/send/checkNews.ts'
import type { Services } from '../Services.ts'

type Letter = Selectable<Tables['letters']>

/**
 * The letter as it is sent: with its password link, and without news that may not be sent any more. Undefined if nothing of it may
 * be sent. A letter that asks to delete something is not checked: it is sent because something may no longer be shown.
 */
export async function completeLetter(letter: Letter, services: Services) {
  const news = await checkNews(letter, services)
  if (!news) return undefined
  const checked = await checkPromiseLetter({ ...letter, ...news }, services)
  return checked && fillPasswordLink(checked, services)
}
