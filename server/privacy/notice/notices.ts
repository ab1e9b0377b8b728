import { type Notice, type NoticeForm, noticeMessages } from '#contract/privacy/notice.ts'
import { conflict, invalid, notFound } from '../../base/ApiError.ts'
import type { Db } from '../../database/connect.ts'
import { type Change, changesBetween, changesFromNothing, writeChange } from '../../database/history.ts'
import { lockRow, takeAdvisoryLock } from '../../database/lockRow.ts'
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

async function findNotice(db: Db, version: string): Promise<Notice> {
  const { id, ...notice } = await db
    .selectFrom('privacy_notices')
    .innerJoin('users', 'users.id', 'saved_by')
    .select(['privacy_notices.id', 'version', 'en', 'sw', 'saved_at'])
    .select(userNameIn('users').$castTo<string>().as('saved_by'))
    .where('version', '=', version)
    .executeTakeFirstOrThrow(notFound)
  return { ...notice, is_named: await isNamed(db, id) }
}

async function isNamed(db: Db, id: number): Promise<boolean> {
  const consent = await db
    .selectFrom('consents')
    .select('id')
    .where('notice_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return consent !== undefined
}

/** Adds a version, or changes one that no consent names. */
export async function saveNotice(change: Change, { version, en, sw }: NoticeForm): Promise<void> {
  const { trx, actor, at } = change
  await takeAdvisoryLock(trx, 'notices')
  const id = await idOf(trx, version)
  const before = id === undefined ? undefined : await lockRow(trx, 'privacy_notices', id)
  const saved = { version, en, sw, saved_at: at, saved_by: actor.id }
  if (!before) {
    const { id: entity_id } = await trx
      .insertInto('privacy_notices')
      .values(saved)
      .returning('id')
      .executeTakeFirstOrThrow()
    const changes = changesFromNothing({ version, en, sw })
    return writeChange(change, { entity: 'privacy_notice', entity_id, action: 'added', changes })
  }
  const changes = changesBetween({ en: before.en, sw: before.sw }, { en, sw })
  if (Object.keys(changes).length === 0) return undefined
  if (await isNamed(trx, before.id)) throw conflict(noticeMessages.isNamed(version))
  await trx.updateTable('privacy_notices').set(saved).where('id', '=', before.id).execute()
  return writeChange(change, { entity: 'privacy_notice', entity_id: before.id, action: 'edited', changes })
}

async function idOf(db: Db, version: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('privacy_notices')
    .select('id')
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.id
}

/** The id of a version that a consent names. Until its transaction ends, nobody changes that version. */
export async function lockNotice(trx: Change['trx'], version: string): Promise<number> {
  const id = await idOf(trx, version)
  const notice = id === undefined ? undefined : await lockRow(trx, 'privacy_notices', id, { isShared: true })
  if (!notice) throw invalid({ notice_version: [noticeMessages.unknown] })
  return notice.id
}
