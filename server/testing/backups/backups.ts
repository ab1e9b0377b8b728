import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { allCalls } from '#contract/calls.ts'
import { readConfig } from '../../config.ts'
import { type Backing, makeBackup } from '../../backup/makeBackup.ts'
import { trackBackup, beginBackup } from '../../backup/backupRow.ts'
import { makeFile } from '../../backup/makeFile.ts'
import { type Keys, openCopy } from '../../backup/location/openCopy.ts'
import { openFiles } from '../../backup/location/openLocation.ts'
import { restoreCopy } from '../../backup/restoreCopy.ts'
import { addMedia } from '../data/media.ts'
import { addStudents, givePictures } from '../data/students.ts'
import { studentData } from '../../studentData.ts'
import { storeFile } from '../files/storedFile.ts'
import { temporaryFolder } from '../files/temporaryFolder.ts'
import { openTestApp, openWithCast, type TestApp } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'
import { addTermOfNews } from '../data/termOfNews.ts'
import { openSharedDatabase, type TestDatabase } from '../database/testDatabase.ts'
import { addCast, cast } from '../data/users.ts'

/** Adds rows of many tables, with characters that a careless copy would change. */
export async function fillCharity(test: TestApp): Promise<void> {
  await addCast(test.db)
  const students = await addTermOfNews(test)
  const names = ['Ng’ang’a "Zoë"\u2028\\n\t😀', '日本']
  const ids = await addStudents(
    test.db,
    names.map((name) => ({ name, school_id: 1 })),
  )
  await givePictures(test, ids)
  await addMedia(test, [{ student_id: students[0] ?? 0, title: 'Sports day' }])
  const admin = await test.signIn(cast.administrator)
  const user = { first_name: 'Wanjiru', last_name: 'Kamau', email: 'wanjiru@elimu.test', role_id: 5 }
  const { status, text } = await admin.post('/api/register', user)
  if (status !== 200) throw new Error(text)
}

export async function openCharity(
  database?: TestDatabase,
  settings: Record<string, string> = {},
): Promise<TestApp> {
  const test = await openTestApp({ database: database ?? (await openSharedDatabase()), settings })
  await fillCharity(test)
  return test
}

/** Opens an app that backs up to a folder, with one student. */
export async function openWithPlace(settings: Settings = {}) {
  const BACKUP_TO = settings['BACKUP_TO'] ?? (await temporaryFolder())
  const test = await openWithCast({
    database: await openSharedDatabase(),
    settings: { ...settings, BACKUP_TO },
  })
  const [student = 0] = await addStudents(test.db, [{}])
  return { test, BACKUP_TO, student }
}

/** Writes a copy into one file; returns its path. */
export async function fileOf(test: TestApp, settings: { recipient?: string } = {}): Promise<string> {
  const path = join(await temporaryFolder(), 'copy.elimu')
  const config = { ...test.config, backupRecipient: settings.recipient }
  await makeFile({ ...test, config }, path, silent)
  return path
}

/**
 * The answers of every GET call, which a restored database must give too. Except calls about copies, settings, sessions and
 * views.
 */
export async function everyAnswer(client: TestClient): Promise<Record<string, string>> {
  const answers: Record<string, string> = {}
  for (const call of Object.keys(allCalls)) {
    const [method, path = ''] = call.split(' ')
    if (
      method !== 'GET' ||
      /csrf|health|uploads|backups|account|login|processing|accesses|contents/.test(path)
    )
      continue
    const { status, text } = await client.get(path.replaceAll(/:\w+/g, '1'))
    answers[call] = `${status} ${text}`
  }
  return answers
}

/** Makes a copy at `BACKUP_TO`, a nightly one if a night is given, and returns its row. */
export async function backUp(services: Backing, claim?: Keys, of: { night?: string } = {}) {
  const begun = await beginBackup(services, of)
  if (!begun) throw new Error('a backup runs already')
  await makeBackup(services, trackBackup(services, begun.id), claim)
  const { db } = services
  return db.selectFrom('backups').selectAll().where('id', '=', begun.id).executeTakeFirstOrThrow()
}

type Settings = Record<string, string>

/**
 * Restores a copy into a database, and `STORAGE_URL` if that is set. Without the ledger of anonymised records, unless
 * `withLedger` asks for it.
 */
export async function restore(
  given: string,
  target: TestDatabase,
  settings: Settings = {},
  { withLedger = false, ...keys }: Keys & { withLedger?: boolean } = {},
) {
  const config = readConfig({ ...target, ...settings })
  const copy = await openCopy(given, config, '/', keys)
  const files = await openFiles(config)
  try {
    let signer: string | undefined
    const onChecked = (found: string | undefined) => void (signer = found)
    return {
      ...(await restoreCopy(
        copy,
        { config, files, studentData, clock: () => new Date(), onChecked, withoutLedger: !withLedger },
        silent,
      )),
      signer,
    }
  } finally {
    files.close()
    copy.close()
  }
}

export const silent = { begin() {}, fileDone() {} }

/** A file in the store with these bytes, or with random ones. */
export async function addFile(
  test: Pick<TestApp, 'db' | 'files'>,
  student_id: number,
  bytes = randomBytes(1000),
): Promise<string> {
  const about = { purpose: 'report', student_id, type: 'application/pdf' } as const
  return (await storeFile(test, bytes, about)).key
}
