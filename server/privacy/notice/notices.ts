import { type Notice, type NoticeBody, noticeMessages } from '#contract/privacy/notice.ts'
import { invalid, notFound } from '../../base/ApiError.ts'
import type { Db } from '../../database/connect.ts'
import {
  type Change,
  changesBetween,
  changesFromNothing,
  type Trx,
  writeChange,
} from '../../database/history.ts'
import { lockRows, takeAdvisoryLock } from '../../database/lockRow.ts'
import { userNameIn } from '../../users/userNameIn.ts'

/** The versions, the newest first. */
export async function listVersions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('privacy_notices').select('version').orderBy('id', 'desc').execute()
  return rows.map(({ version }) => version)
}

/** The newest version of the privacy notice, or the one that is asked for, and the list of versions. */
export async function readNotice(db: Db, version?: string) {
  const versions = await listVersions(db)
  const asked = version ?? versions[0]
  return { data: asked === undefined ? null : await findNotice(db, asked), versions }
}

function findNotice(db: Db, version: string): Promise<Notice> {
  return db
    .selectFrom('privacy_notices')
    .innerJoin('users', 'users.id', 'saved_by')
    .select(['version', 'en', 'sw', 'saved_at'])
    .select(userNameIn('users').$castTo<string>().as('saved_by'))
    .where('version', '=', version)
    .executeTakeFirstOrThrow(notFound)
}

/** Adds a version, or corrects one. The version that a family agreed to is never changed. */
export async function saveNotice(change: Change, { version, en, sw, seen }: NoticeBody): Promise<void> {
  const { trx, actor, at } = change
  await takeAdvisoryLock(trx, 'notices')
  const stored = await trx
    .selectFrom('privacy_notices')
    .select(['id', 'version', 'en', 'sw', 'saved_at'])
    .where('version', '=', version)
    .executeTakeFirst()
  if (stored?.en === en && stored.sw === sw) return
  if (seen !== undefined && seen !== (stored?.saved_at ?? null))
    throw invalid({ version: [noticeMessages.savedMeanwhile(version)] })
  const row = { version, en, sw, saved_at: at, saved_by: actor.id }
  if (stored) {
    const { id, saved_at: _saved, ...before } = stored
    // A consent that is being recorded with it is waited for, and then found.
    await lockRows(trx, 'privacy_notices', [id], { mayBeDeleted: true })
    if (await isNamed(trx, id)) throw invalid({ version: [noticeMessages.isNamed(version)] })
    await trx.updateTable('privacy_notices').set(row).where('id', '=', id).execute()
    const changes = changesBetween(before, { version, en, sw })
    return writeChange(change, { entity: 'privacy_notice', entity_id: id, action: 'edited', changes })
  }
  const { id: entity_id } = await trx
    .insertInto('privacy_notices')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  const changes = changesFromNothing({ version, en, sw })
  await writeChange(change, { entity: 'privacy_notice', entity_id, action: 'added', changes })
}

/** Whether a consent names the version, also a void one. */
async function isNamed(trx: Trx, notice_id: number): Promise<boolean> {
  const consent = await trx
    .selectFrom('consents')
    .select('id')
    .where('notice_id', '=', notice_id)
    .limit(1)
    .executeTakeFirst()
  return consent !== undefined
}

/** The id of the version that a consent names. */
export async function noticeId(db: Db, version: string): Promise<number> {
  const notice = await db
    .selectFrom('privacy_notices')
    .select('id')
    .where('version', '=', version)
    .executeTakeFirst()
  if (!notice) throw invalid({ notice_version: [noticeMessages.unknown] })
  return notice.id
}
