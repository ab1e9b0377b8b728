import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addStudents, givePictures } from '../testing/students.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { openTestApp } from '../testing/testApp.ts'
import { openSharedDatabase } from '../testing/testDatabase.ts'
import { addCast } from '../testing/users.ts'
import { beginBackup } from './beginBackup.ts'
import { makeApart } from './makeApart.ts'
import { makeBackup } from './makeBackup.ts'

it('sends a file once, reads everything back, and leaves a good copy', async () => {
  const BACKUP_TO = await temporaryFolder()
  const database = await openSharedDatabase()
  const test = await openTestApp({ database, settings: { BACKUP_TO } })
  await addCast(test.db)
  await givePictures(test, await addStudents(test.db, [{}, {}, {}]))

  const back = async (apart: boolean) => {
    const begun = await beginBackup(test)
    if (!begun) throw new Error('a backup runs')
    await (apart ? makeApart(test, begun.id).ended : makeBackup(test, begun.id))
    return test.db.selectFrom('backups').selectAll().where('id', '=', begun.id).executeTakeFirstOrThrow()
  }
  const first = await back(false)
  expect(first).toMatchObject({ state: 'good', reason: null, files_done: 1 })
  expect(await readdir(BACKUP_TO)).toEqual([first.name, first.name?.replace(/elimu$/, 'good.json'), 'files'])
  const second = await back(true)
  expect(second).toMatchObject({ state: 'good', reason: null })
  expect(second.new_bytes).toBeLessThan(first.new_bytes ?? 0)
  expect(await readdir(join(BACKUP_TO, 'files'))).toHaveLength(1)
})
