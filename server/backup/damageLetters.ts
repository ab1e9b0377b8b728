import { DAY_MS } from '#contract/base/days.ts'
import { damagedWords } from '#contract/backups.ts'
import { isWithin } from '../database/instants.ts'
import type { Services } from '../Services.ts'
import { activeAdministrators, writeToAdministrators } from './administratorLetter.ts'
import { countDamaged, damaged, damagedFiles, filesText, NAMED } from './damage/damagedFiles.ts'

type Writing = Pick<Services, 'db' | 'config' | 'clock' | 'outbox' | 'log'>

/** Writes to every administrator once when files were newly found damaged, but not twice within a day. */
export async function writeDamageLetters(services: Writing): Promise<void> {
  const { db, clock, outbox, log } = services
  const now = clock()
  const files = damaged(db).select('letter_at')
  if (!(await files.where('letter_at', 'is', null).limit(1).executeTakeFirst())) return
  const last = await files
    .where('letter_at', 'is not', null)
    .orderBy('letter_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.letter_at && isWithin(last.letter_at, DAY_MS, now)) return
  const written = await db.transaction().execute(async (trx) => {
    const readers = await activeAdministrators(trx)
    if (readers.length === 0) return 0
    // Of several processes, only the first finds files without a letter.
    const { numUpdatedRows } = await trx
      .updateTable('stored_hashes')
      .set({ letter_at: now.toISOString() })
      .where('damage', 'is not', null)
      .where('accepted_at', 'is', null)
      .where('letter_at', 'is', null)
      .executeTakeFirst()
    if (Number(numUpdatedRows) === 0) return 0
    const count = await countDamaged(trx)
    return writeToAdministrators(trx, readers, services, {
      title: damagedWords(count),
      paragraphs: [
        `Elimu read its stored files again and compared them with the uploads. ${damagedWords(count)}: ${filesText(await damagedFiles(trx, NAMED), count)}.`,
        'The disk of the server may be failing: ask your server administrator today. Copies from before the damage have the right files. On the server, npm run backup -- --fetch-back takes them from there. Keep all copies until then.',
      ],
      closing: 'Another letter is sent only if more files are found damaged.',
    })
  })
  if (written === 0) return
  outbox.nudge()
  log.warn({ letters: written }, 'stored files are damaged or missing')
}
