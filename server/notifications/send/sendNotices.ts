import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { SENT, VERIFIED } from '#contract/records.ts'
import type { SessionUser } from '#contract/auth.ts'
import { type NoticeTime, notificationMessages } from '#contract/notifications.ts'
import { USER_DISABLED } from '#contract/users.ts'
import type { Tables } from '../../database/tables.ts'
import { writeHistories } from '../../database/history.ts'
import { holdRow } from '../../database/holdRow.ts'
import { type RecordKind, recordTable, shownStatus } from '../../records/recordTables.ts'
import type { Services } from '../../Services.ts'
import { conflict } from '../../http/ApiError.ts'
import { eachSlice } from './eachSlice.ts'
import { fingerprintOf } from './fingerprintOf.ts'
import { type Addressee, type Approved, readApproved } from './readApproved.ts'
import { type Notice, type NoticeItem, readNotices, type TimeNames } from '../sent/readNotices.ts'

type Trx = Kysely<Tables>
type Time = NoticeTime & TimeNames

/**
 * What one transaction sends, unless a single letter tells of more: little where everybody waits for it, more where each
 * statement is a journey to another process.
 */
const ITEMS_AT_ONCE = { sqlite: 100, postgres: 1_000 }
/** How often what was changed while it was being sent is looked at again. */
const ROUNDS = 5

/** What was read is not so any more: it is read again. */
class Changed extends Error {}

/**
 * Writes the letters of a term to the outbox. A letter and the state of what it tells of are written in one transaction,
 * which holds only if nothing of it has changed since it was read: so nothing is sent twice or lost, whoever else sends,
 * edits or is killed meanwhile. What is left out stays approved. Where it is known what was `seen` before, nothing else is sent.
 */
export async function sendNotices(
  time: Time,
  actor: SessionUser,
  services: Services,
  seen?: string,
): Promise<{ letters: number; leftOut: Approved['leftOut'] }> {
  let letters = 0
  try {
    for (let round = 1; ; round++) {
      const { addressees, leftOut } = await readApproved(services.db, time)
      if (round === 1 && seen !== undefined && seen !== fingerprintOf(addressees))
        throw conflict(notificationMessages.changed)
      let hasChanged = false
      for (const some of inParts(addressees, ITEMS_AT_ONCE[services.engine])) {
        const isSent = await sendSome(some, time, actor, services)
        if (isSent) letters += some.length
        else hasChanged = true
      }
      if (!hasChanged || round === ROUNDS) return { letters, leftOut }
    }
  } finally {
    // Only now: letters that leave meanwhile would hold up those that are being written.
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

/** Whether they were sent; not, where something of it has changed meanwhile. */
async function sendSome(
  addressees: Addressee[],
  time: Time,
  actor: SessionUser,
  services: Services,
): Promise<boolean> {
  const notices = await readNotices(services, addressees, time)
  // The others' turn: reading and writing each take several milliseconds.
  await endOfTurn()
  try {
    await services.db.transaction().execute((trx) => write(trx, notices, time, actor, services))
  } catch (error) {
    if (error instanceof Changed) return false
    throw error
  }
  await endOfTurn()
  return true
}

async function write(
  trx: Trx,
  notices: Notice[],
  { year_id, term_id }: Time,
  actor: SessionUser,
  { clock, outbox }: Services,
): Promise<void> {
  const at = clock().toISOString()
  // One sends at a time: two who hold records in different orders would wait for each other for ever.
  await holdRow(trx, 'years', year_id)
  for (const kind of ['report', 'receipt'] as const) await markSent(trx, kind, notices, actor, at)
  await checkAddressees(trx, notices)
  const letterIds = await outbox.writeAll(
    trx,
    notices.map(({ addressee, letter, attachments }) =>
      Object.assign(letter, { recipient: addressee.email, list: 'progress', attachments }),
    ),
  )
  const letterOf = (index: number) => letterIds[index] ?? 0
  const rows = notices.map(({ addressee: { id: supporter_id } }, index) => ({
    letter_id: letterOf(index),
    supporter_id,
    year_id,
    term_id,
    sent_by: actor.id,
  }))
  await eachSlice(rows, async (some) => void (await trx.insertInto('notices').values(some).execute()))
  const items = notices.flatMap((notice, index) =>
    notice.items.map(({ kind, id, version, student_id }) => ({
      letter_id: letterOf(index),
      student_id,
      kind,
      record_id: id,
      version,
    })),
  )
  await eachSlice(items, async (some) => void (await trx.insertInto('notice_items').values(some).execute()))
}

async function markSent(
  trx: Trx,
  kind: RecordKind,
  notices: Notice[],
  { id: user_id }: SessionUser,
  at: string,
): Promise<void> {
  const status: [string, string] = [shownStatus(VERIFIED), shownStatus(SENT)]
  const items = notices.flatMap((notice) => notice.items.filter((item) => item.kind === kind))
  await eachSlice(items, async (some) => {
    const sent = await trx
      .updateTable(recordTable(trx, kind))
      .set((eb) => ({ status: SENT, version: eb('version', '+', 1), updated_at: at }))
      .where('id', 'in', idsOf(some))
      .where('status', '=', VERIFIED)
      .returning(['id', 'version'])
      .execute()
    const versions = new Map(sent.map(({ id, version }) => [id, version]))
    if (some.some(({ id, version }) => versions.get(id) !== version + 1)) throw new Changed()
    await writeHistories(
      trx,
      some.map(({ id }) => ({
        entity: kind,
        entity_id: id,
        action: 'sent',
        changes: { status },
        user_id,
        at,
      })),
    )
  })
}

/**
 * The students are still these supporters', who may still be told. Only read: whoever takes a student from a supporter
 * at this very moment is as if they came after. Held here, students and users would be held in another order than
 * whoever renames a supporter holds them, and both would wait for ever.
 */
async function checkAddressees(trx: Trx, notices: Notice[]): Promise<void> {
  const told = notices.flatMap(({ addressee }) => addressee.students.map(({ id }) => ({ id, addressee })))
  await eachSlice(told, async (some) => {
    const found = await trx
      .selectFrom('students')
      .innerJoin('users', 'users.id', 'students.supporter_id')
      .select(['students.id', 'users.id as supporter_id', 'users.email', 'users.status'])
      .where('students.id', 'in', idsOf(some))
      .execute()
    const present = new Map(found.map(({ id, ...supporter }) => [id, supporter]))
    for (const { id, addressee } of some) {
      const now = present.get(id)
      const isSame = now?.supporter_id === addressee.id && now.email === addressee.email
      if (!isSame || now.status === USER_DISABLED) throw new Changed()
    }
  })
}

const idsOf = (rows: Pick<NoticeItem, 'id'>[]) => rows.map(({ id }) => id)
