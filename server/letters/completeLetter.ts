import type { Selectable } from 'kysely'
import { fillPasswordLink } from '../identity/passwords/passwordLetters.ts'
import type { Tables } from '../database/tables.ts'
import { checkNews } from '../notifications/send/checkNews.ts'
import type { Services } from '../Services.ts'

type Letter = Selectable<Tables['letters']>

/** The letter as it is sent: with its password link, and without news that may not be sent any more; undefined if none is left. */
export async function completeLetter(letter: Letter, services: Services) {
  const news = await checkNews(letter, services)
  return news && fillPasswordLink({ ...letter, ...news }, services)
}
