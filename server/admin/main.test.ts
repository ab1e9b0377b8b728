import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { databaseFile } from '../database/connect.ts'
import { spawnServer } from '../testing/spawnServer.ts'
import { openEmbeddedDatabase } from '../testing/database/testDatabase.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'

/** Runs `npm run admin` to its end. */
async function shell(settings: Record<string, string>, ...args: string[]) {
  const { output, ended } = spawnServer(settings, 'server/admin/main.ts', args)
  return { code: await ended, ...output }
}

const refused = (stderr: unknown) => ({ code: 1, stdout: '', stderr })

it('makes a link while Elimu runs', async () => {
  const { DATA_DIR } = await openEmbeddedDatabase()
  const server = spawnServer({ DATA_DIR })
  await server.started()
  const { code, stdout, stderr } = await shell({ DATA_DIR }, 'link', 'admin@example.org')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(
    /^System Administrator <admin@example\.org> can create the password here, .+:\nhttp:\S+\n$/,
  )
})

it.for([['link'], ['lnik', 'a@b.test'], ['link', 'a@b.test', 'more']])(
  'shows its usage, and makes nothing: %s',
  async (args) => {
    const DATA_DIR = await temporaryFolder()
    const usage =
      /^npm run admin -- users .+\nnpm run admin -- link EMAIL .+\nnpm run admin -- promote EMAIL .+\nnpm run admin -- reset-second-step EMAIL .+\n$/
    expect(await shell({ DATA_DIR }, ...args)).toEqual(refused(expect.stringMatching(usage)))
    expect(await readdir(DATA_DIR)).toEqual([])
  },
)

it('creates no database if there is none', async () => {
  const DATA_DIR = join(await temporaryFolder(), 'mistyped')
  expect(await shell({ DATA_DIR }, 'promote', 'a@b.test')).toEqual(
    refused(
      `There is no database in "${DATA_DIR}" yet: start Elimu first, or name its folder in DATA_DIR.\n`,
    ),
  )
  expect(await readdir(join(DATA_DIR, '..'))).toEqual([])
})

it('makes no secret, with which the server would refuse the link', async () => {
  const { DATA_DIR } = await openEmbeddedDatabase()
  expect(await shell({ DATA_DIR }, 'link', 'a@b.test')).toEqual(
    refused(
      `The secret that signs links is not in "${DATA_DIR}": set APP_SECRET or DATA_DIR as Elimu has them.\n`,
    ),
  )
  expect(await readdir(DATA_DIR)).not.toContain('secret')
})

it('reports that another program has locked the database', async () => {
  const { DATA_DIR } = await openEmbeddedDatabase()
  const other = new DatabaseSync(databaseFile(DATA_DIR))
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  expect(await shell({ DATA_DIR }, 'promote', 'a@b.test')).toEqual(
    refused(expect.stringMatching(/^The database ".+" is locked by another program: .+\n$/)),
  )
})
