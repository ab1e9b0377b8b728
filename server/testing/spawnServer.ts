import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { cp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { settingNames } from '../config.ts'
import { temporaryFolder } from './files/temporaryFolder.ts'

const CHECKOUT = join(import.meta.dirname, '../..')
/** A setting that is defined, even if empty, is not read from a `.env` in the checkout. */
const unset = Object.fromEntries(settingNames.map((name) => [name, '']))

export type SpawnedServer = ReturnType<typeof spawnFrom>

/** The server as an operator starts it: a separate process with only these settings. */
export const spawnServer = (settings: Record<string, string>, main = 'server/main.ts', args: string[] = []) =>
  spawnFrom(CHECKOUT, { ...unset, PORT: '0', ...settings }, [main, ...args])

/** The same from another checkout and its `.env`, started from outside of it. */
export function spawnFrom(
  checkout: string,
  env: Record<string, string>,
  [main = 'server/main.ts', ...args]: string[] = [],
) {
  const child = spawn(process.execPath, [join(checkout, main), ...args], {
    cwd: tmpdir(),
    // Cached compilation halves the start time.
    env: { NODE_COMPILE_CACHE: join(CHECKOUT, 'node_modules/.cache/compiled'), ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })

  /** Resolves once the server has printed or logged these words, however busy the machine is. */
  async function printed(words: string): Promise<void> {
    const hasEnded = ended.then(() => true)
    while (!(output.stdout + output.stderr).includes(words)) {
      const more = [child.stdout, child.stderr].map((stream) => once(stream, 'data').then(() => false))
      if (await Promise.race([...more, hasEnded])) throw new Error(`the server ended: ${output.stderr}`)
    }
  }

  return {
    output,
    pid: child.pid ?? 0,
    /** Its exit code, once it has ended; null when a signal ended it. */
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    wasKilled: () => child.killed,
    printed,
    started: () => printed('runs at'),
  }
}

/** Kills a process after this many changes of files in a folder, unless it ends before. */
export async function killAt(
  process: SpawnedServer,
  folder: string,
  changes: number,
  beginning = '',
): Promise<void> {
  let left = changes
  const watcher = watch(folder, { recursive: true }, (_event, path) => {
    if (path && basename(path).startsWith(beginning)) left -= 1
    if (left === 0) process.kill('SIGKILL')
  })
  await process.ended
  watcher.close()
}

/** A copy of this checkout's server and demo, with a `.env`. */
export async function copyCheckout(dotEnv: string): Promise<string> {
  const copy = await temporaryFolder()
  for (const part of ['server', 'contract', 'fixtures', 'demo', 'package.json'])
    await cp(join(CHECKOUT, part), join(copy, part), { recursive: true })
  await symlink(join(CHECKOUT, 'node_modules'), join(copy, 'node_modules'))
  await writeFile(join(copy, '.env'), dotEnv)
  return copy
}
