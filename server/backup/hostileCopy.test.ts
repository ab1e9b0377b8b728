import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { fileOf, openCharity, restore } from '../testing/backups/backups.ts'
import { forge, type Parts } from '../testing/backups/forgedCopy.ts'
import { temporaryFolder } from '../testing/files/temporaryFolder.ts'
import { openEmbeddedDatabase, openSharedDatabase } from '../testing/database/testDatabase.ts'
import { sentenceOf } from './copy/BackupError.ts'
import { damaged } from './copy/readCopy.ts'

/** Changes the first row of a table. */
function changeRow({ rows }: Parts, table: string, change: (row: Record<string, unknown>) => void): void {
  const [first = '', ...others] = rows[table]?.split('\n') ?? []
  const row = JSON.parse(first)
  change(row)
  rows[table] = [JSON.stringify(row), ...others].join('\n')
}

const outside = '../../../../elimu-test-outside'

const hostile: Record<string, { change: (parts: Parts) => void; sentence: string | RegExp }> = {
  'a file of the manifest that lies outside of the store': {
    change({ manifest }) {
      const [file] = Object.values(manifest.files)
      if (file) manifest.files[outside] = file
    },
    sentence: damaged.manifest,
  },
  'a manifest of another head': {
    change: ({ manifest }) => Object.assign(manifest, { head: '0'.repeat(64) }),
    sentence: damaged.manifest,
  },
  'a row that names a file outside of the store': {
    change: (parts) => changeRow(parts, 'files', (row) => Object.assign(row, { key: '../../secret' })),
    sentence: damaged.key,
  },
  'a row whose smaller picture lies outside of the store': {
    change: (parts) => changeRow(parts, 'files', (row) => Object.assign(row, { thumb_key: '/etc/passwd' })),
    sentence: damaged.key,
  },
  'a row that names a file which the copy lacks': {
    change: (parts) => changeRow(parts, 'files', (row) => Object.assign(row, { key: 'ab'.repeat(25) })),
    sentence: damaged.key,
  },
  'a file that is not named after its hash': {
    change: ({ files }) => Object.assign(files, { [`files/${outside}`]: Buffer.from('x') }),
    sentence: damaged.noCopy,
  },
  'sessions, which no copy has': {
    change: ({ rows }) => Object.assign(rows, { sessions: '{"id":"abc","user_id":1}\n' }),
    sentence: damaged.table('sessions'),
  },
  'a table that Elimu does not know': {
    change: ({ rows }) => Object.assign(rows, { secrets: '{"id":1}\n' }),
    sentence: damaged.table('secrets'),
  },
  'the rows of a table twice': {
    change: ({ rows, files }) =>
      Object.assign(files, { 'rows/users.jsonl.zst': zstdCompressSync(rows['users'] ?? '') }),
    sentence: damaged.twice,
  },
  'a column that Elimu does not know': {
    change: (parts) => changeRow(parts, 'users', (row) => Object.assign(row, { is_root: 1 })),
    sentence: 'The rows of users differ when read back',
  },
  'a line without an end': {
    change: ({ rows }) => Object.assign(rows, { users: 'x'.repeat(17 * 1024 * 1024) }),
    sentence: damaged.line('users'),
  },
}

let copied: Promise<Buffer> | undefined

/** One charity's copy, which every test of this file changes in its own way. */
async function copyOfCharity(): Promise<string> {
  const copy = async () => readFile(await fileOf(await openCharity(await openEmbeddedDatabase())))
  const path = join(await temporaryFolder(), 'copy.elimu')
  await writeFile(path, await (copied ??= copy()))
  return path
}

describe('a restore refuses a forged copy with valid hashes, and writes nothing outside its folder', () => {
  it.for(Object.entries(hostile))('with %s', async ([, { change, sentence }]) => {
    const path = await forge(await copyOfCharity(), change)
    const DATA_DIR = `${await temporaryFolder()}/one/two`
    const target = { ...(await openSharedDatabase({ isEmpty: true })), DATA_DIR }
    await expect(restore(path, target)).rejects.toThrow(sentence)
    // A restore that fails after its checks leaves a mark, so that the next start asks for another one.
    const written = (await readdir(DATA_DIR)).filter((name) => name !== 'restore-unfinished')
    expect(written.sort()).toEqual(['files', 'incoming'])
    expect(await readdir(`${DATA_DIR}/incoming`)).toEqual([])
    expect(await readdir(`${DATA_DIR}/../..`)).toEqual(['one'])
  })
})

/** Copies that were already broken when they were signed. */
const broken: Record<string, (parts: Parts) => void> = {
  'a row that is no JSON': ({ rows }) => (rows['users'] = `{"id":\n${rows['users']}`),
  'a row that is no object': ({ rows }) => (rows['users'] = `5\n${rows['users']}`),
  'a row without its id': (parts) => changeRow(parts, 'users', (row) => delete row['id']),
  'a row without a required value': (parts) => changeRow(parts, 'users', (row) => (row['email'] = null)),
  'a text in place of a number': (parts) =>
    changeRow(parts, 'students', (row) => (row['school_id'] = 'Moi Girls')),
  'a list in place of a text': (parts) => changeRow(parts, 'students', (row) => (row['name'] = ['Faith'])),
  'a number without end': ({ rows }) =>
    (rows['users'] = rows['users']?.replace('"role_id":1', '"role_id":1e999') ?? ''),
  'a row twice': ({ rows }) => (rows['users'] = `${rows['users']?.split('\n')[0]}\n${rows['users']}`),
  'a row that refers to a missing one': (parts) =>
    changeRow(parts, 'students', (row) => (row['school_id'] = 999_999)),
  'a table too few': ({ rows, manifest }) => {
    delete rows['users']
    delete manifest.tables['users']
  },
  'a migration that no Elimu has': ({ head }) => head.migrations.push('9999-unknown'),
  'no migrations': ({ head }) => (head.migrations = []),
  'a migration too few': ({ head }) => head.migrations.splice(3, 1),
  'a last id beyond all ids': ({ manifest }) => (manifest.last_ids['users'] = Number.MAX_SAFE_INTEGER),
}

it.for(Object.entries(broken))(
  'a restore says that a copy with valid hashes is damaged: %s',
  async ([, change]) => {
    const path = await forge(await copyOfCharity(), change)
    const target = {
      ...(await openSharedDatabase({ isEmpty: true })),
      DATA_DIR: `${await temporaryFolder()}/one`,
    }
    const error = await restore(path, target).then(
      () => 'restored',
      (reason: unknown) => reason,
    )
    expect(sentenceOf(error)).toMatch(/^(This copy|The rows of \w+) /)
  },
)
