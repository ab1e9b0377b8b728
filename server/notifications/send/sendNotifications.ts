import { dayOf } from '#contract/base/days.ts'
import { SENT, VERIFIED } from '#contract/records/records.ts'
import { type LeftOutKind, type NotificationTime, notificationMessages } from '#contract/notifications.ts'
import { USER_DISABLED } from '#contract/users.ts'
import { withYields, yieldToRequests } from '../../base/yieldToRequests.ts'
import { rowsAtOnce } from '../../database/connect.ts'
import { type Change, type Trx, writeChanges } from '../../database/history.ts'
import { lockRow } from '../../database/lockRow.ts'
import { type RecordKind, recordTable, shownStatus } from '../../database/recordTables.ts'
import type { Services } from '../../Services.ts'
import { reachesSupporter } from '../../privacy/visibility/sharedWithSupporter.ts'
import { conflict } from '../../base/ApiError.ts'
import type { RunChange } from '../../http/serveCalls.ts'
import { inBatches } from '../../database/inBatches.ts'
import { noteDepartures } from '../../privacy/accesses/departures.ts'
import { type Addressee, type Approved, fingerprintOf, readApproved } from './readApproved.ts'
import { type PreparedLetter, type LetterItem, writeLetters, type TimeNames } from './writeLetters.ts'

type Time = NotificationTime & TimeNames

/** How often records that change while they are being sent are read again. */
const ROUNDS = 5

/** A record or an address has changed since it was read: it is read again. */
class Changed extends Error {}

/**
 * Writes the letters of a term to the outbox. A letter and the state of its records are written in one transaction,
 * which is rolled back if any of them has changed since it was read: so nothing is sent twice or lost, even if others
 * send or edit at the same time, or the process is killed. Students who are left out keep their records approved.
 * `seen` is the fingerprint of a preview: if the records no longer match it, nothing is sent.
 */
export async function sendNotifications(
  change: RunChange,
  time: Time,
  services: Services,
  seen?: string,
): Promise<{ letters: number; since: number | null; leftOut: Approved['leftOut'] }> {
  const letters: number[] = []
  try {
    for (let round = 1; ; round++) {
      const { addressees, leftOut } = await readApproved(services.db, {
        ...time,
        today: dayOf(services.clock()),
      })
      if (round === 1 && seen !== undefined && seen !== fingerprintOf(addressees))
        throw conflict(notificationMessages.changed)
      let hasChanged = false
      for await (const some of withYields(inParts(addressees, rowsAtOnce[services.engine]))) {
        const written = await sendSome(change, some, time, services)
        if (written) letters.push(...written)
        else hasChanged = true
      }
      if (hasChanged && round < ROUNDS) continue
      // The database may return the ids in any order.
      const [since = null] = letters.toSorted((a, b) => a - b)
      return { letters: letters.length, since, leftOut }
    }
  } finally {
    // Only now: mailing at the same time would slow down the writing of the other letters.
    services.outbox.nudge()
  }
}

function* inParts(addressees: Addressee[], most: number): Generator<Addressee[]> {
  let part: Addressee[] = []
  let items = 0
  for (const addressee of addressees) {
    const own = addressee.students.reduce((sum, student) => sum + student.items.length, 0)
    if (part.length > 0 && items + own > most) {
      yield part
      part = []
      items = 0
    }
    part.push(addressee)
    items += own
  }
  if (part.length > 0) yield part
}

/** Returns the ids of the letters; undefined if something has changed in the meantime and nothing was sent. */
async function sendSome(
  change: RunChange,
  addressees: Addressee[],
  time: Time,
  services: Services,
): Promise<number[] | undefined> {
  const today = dayOf(services.clock())
  const letters = await writeLetters(services, addressees, { ...time, today })
  // Reading and writing each take several milliseconds.
  await yieldToRequests()
  try {
    return await change((made) => write(made, letters, time, services))
  } catch (error) {
    if (error instanceof Changed) return undefined
    throw error
  }
}

async function write(
  change: Change,
  letters: PreparedLetter[],
  time: Time,
  { outbox }: Services,
): Promise<number[]> {
  const { trx, actor, at } = change
  const { year_id, term_id } = time
  // One send at a time: two that lock records in different orders would deadlock.
  await lockRow(trx, 'years', year_id)
  for (const kind of ['report', 'receipt'] as const) await markSent(change, kind, letters)
  await checkAddressees(trx, letters, actor.today)
  const letterIds = await outbox.writeAll(
    trx,
    letters.map(({ addressee, letter, attachments }) =>
      Object.assign(letter, { recipient: addressee.email, list: 'progress', attachments }),
    ),
  )
  const letterOf = (index: number) => letterIds[index] ?? 0
  const rows = letters.map(({ addressee: { id: supporter_id } }, index) => ({
    letter_id: letterOf(index),
    supporter_id,
    year_id,
    term_id,
    sent_by: actor.id,
  }))
  for await (const some of inBatches(rows)) await trx.insertInto('notices').values(some).execute()
  const items = letters.flatMap((letter, index) =>
    letter.items.map(({ kind, id, version, student_id }) => ({
      letter_id: letterOf(index),
      student_id,
      kind,
      record_id: id,
      version,
    })),
  )
  for await (const some of inBatches(items)) await trx.insertInto('notice_items').values(some).execute()
  await noteDepartures(
    trx,
    letters.flatMap(({ addressee }, index) =>
      addressee.students.map((student) => ({
        student_id: student.id,
        user_id: actor.id,
        at,
        how: 'letter' as const,
        what: contentsOf(student.items, time),
        went_to: addressee.name,
        letter_id: letterOf(index),
      })),
    ),
  )
  return letterIds
}

/** `Report card and 3 receipts, Term 3, 2026` */
function contentsOf(items: { kind: RecordKind }[], { term, year }: TimeNames): string {
  const receipts = items.filter(({ kind }) => kind === 'receipt').length
  const words = [
    items.length > receipts ? 'report card' : '',
    receipts > 0 ? (receipts === 1 ? 'receipt' : `${receipts} receipts`) : '',
  ].filter((each) => each !== '')
  const what = words.join(' and ')
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}, ${term}, ${year}`
}

async function markSent(change: Change, kind: RecordKind, letters: PreparedLetter[]): Promise<void> {
  const { trx, at } = change
  const status: [string, string] = [shownStatus(VERIFIED), shownStatus(SENT)]
  const items = letters.flatMap((letter) => letter.items.filter((item) => item.kind === kind))
  for await (const some of inBatches(items)) {
    const marked = await trx
      .updateTable(recordTable(trx, kind))
      .set((eb) => ({ status: SENT, version: eb('version', '+', 1), updated_at: at }))
      .where('id', 'in', idsOf(some))
      .where('status', '=', VERIFIED)
      .returning(['id', 'version', 'student_id'])
      .execute()
    const versions = new Map(marked.map(({ id, version }) => [id, version]))
    if (some.some(({ id, version }) => versions.get(id) !== version + 1)) throw new Changed()
    await writeChanges(
      change,
      marked.map(({ id: entity_id, student_id }) => ({
        entity: kind,
        entity_id,
        student_id,
        action: 'sent',
        changes: { status },
      })),
    )
  }
}

/**
 * Checks that the students still have these supporters, at the same addresses and not disabled, and that their records
 * are still shared. It takes no row locks: locking students before users could deadlock with a change of a supporter,
 * which locks them in the other order. If a user removes a supporter during this transaction, the letter is still sent.
 */
async function checkAddressees(trx: Trx, letters: PreparedLetter[], today: string): Promise<void> {
  const students = letters.flatMap(({ addressee }) => addressee.students.map(({ id }) => ({ id, addressee })))
  for await (const some of inBatches(students)) {
    const found = await trx
      .selectFrom('students')
      .innerJoin('users', 'users.id', 'students.supporter_id')
      .select(['students.id', 'users.id as supporter_id', 'users.email', 'users.status'])
      .where('students.id', 'in', idsOf(some))
      .where(reachesSupporter('progress', 'students.id', today))
      .execute()
    const present = new Map(found.map(({ id, ...supporter }) => [id, supporter]))
    for (const { id, addressee } of some) {
      const now = present.get(id)
      const isSame = now?.supporter_id === addressee.id && now.email === addressee.email
      if (!isSame || now.status === USER_DISABLED) throw new Changed()
    }
  }
}

const idsOf = (rows: Pick<LetterItem, 'id'>[]) => rows.map(({ id }) => id)

const reasons: Record<LeftOutKind, string> = {
  noSupporter: 'of students with no supporter',
  disabled: 'of students whose supporter is disabled',
  restricted: 'of students whose record is restricted',
  notShared: 'of students whose report cards and costs are not shared',
}

/** The message of the answer: how many letters were sent, how many items were not, and why. */
export function sendSummary(
  { year, term }: TimeNames,
  letters: number,
  leftOut: Approved['leftOut'],
  hasMailServer: boolean,
): string {
  const all = `${letters} ${letters === 1 ? 'letter' : 'letters'}`
  const went = hasMailServer ? 'were sent' : 'wait in the outbox'
  const sentences = [
    letters === 0 ? 'No letter was sent.' : `Notifications for ${year} ${term} ${went}: ${all}.`,
  ]
  const stay = itemsOf(leftOut)
  const why = Object.entries(reasons).flatMap(([reason, words]) => {
    const count = itemsOf(leftOut.filter((student) => student.reason === reason))
    return count > 0 ? [`${count} ${words}`] : []
  })
  if (stay > 0)
    sentences.push(`${stay} ${stay === 1 ? 'item stays' : 'items stay'} Approved: ${why.join(', ')}.`)
  return sentences.join(' ')
}

const itemsOf = (students: { items: unknown[] }[]) =>
  students.reduce((sum, { items }) => sum + items.length, 0)
