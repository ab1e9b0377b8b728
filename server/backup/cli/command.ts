import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import { doubtfulSettings } from '../../doubtfulSettings.ts'
import { loadEnvironment } from '../../loadEnvironment.ts'
import { reportStartError, StartError } from '../../base/StartError.ts'
import { stopOnSignals } from '../../stopOnSignals.ts'
import type { Progress } from '../location/sendFiles.ts'
import { BackupError, sentenceOf, UNEXPECTED } from '../copy/BackupError.ts'
import type { Manifest } from '../copy/copyFormat.ts'
import { lowerPriority } from '../lowerPriority.ts'
import { inGroups } from '../copy/signing.ts'
import type { Keys } from '../location/openCopy.ts'

/** The arguments of a shell command. */
export type Shell = {
  config: Config
  /** The folder that it was called from; relative paths start there. */
  folder: string
  say: (text: string) => void
  /** Called at the first signal, before the process ends. */
  onStop: (stop: () => Promise<void>) => void
  /** Shows progress: in one line on a terminal, otherwise one line per step. */
  show: ProgressLine
}

/** Runs a command. An error ends it with one sentence and exit code 1. */
export async function inShell(work: (shell: Shell) => Promise<void>): Promise<void> {
  const folder = process.env['INIT_CWD'] ?? process.cwd()
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const stops: (() => Promise<void>)[] = []
  stopOnSignals(async () => {
    await Promise.allSettled(stops.map((stop) => stop()))
    process.stderr.write('\nStopped. Nothing was completed.\n')
  }, 1)
  const show = progressLine()
  lowerPriority()
  await reportStartError(async () => {
    try {
      const file = loadEnvironment()
      const config = readConfig(process.env)
      // Throws if `.env` misspells a setting: otherwise the wrong database could be copied or filled.
      doubtfulSettings(process.env, file, config)
      await work({ config, folder, say, onStop: (stop) => stops.push(stop), show })
    } catch (error) {
      show.end()
      const sentence = sentenceOf(error).replace(/([^.?])$/, '$1.')
      const stack = sentence.startsWith(UNEXPECTED) ? `\n${(error as Error).stack}` : ''
      throw new StartError(sentence + stack, { cause: error })
    }
  })
  process.exit()
}

/** Parses the options and at most one other argument. */
export function argumentsOf<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  args = process.argv.slice(2),
) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [given, ...more] = positionals
    if (more.length > 0) throw new Error(`Only one name can be given; leave out ${more.join(' ')}`)
    return { values, given }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new BackupError(sentence, { cause: error })
  }
}

export const keyOptions = { key: { type: 'string' }, signer: { type: 'string' } } as const

type Given = { key?: string | undefined; signer?: string | undefined }

export const readKeys = ({ key, ...given }: Given, folder: string): Keys => ({
  identity: readIdentity(key, folder),
  signer: readFingerprint('signer', given),
})

export function readFingerprint<Option extends string>(
  option: Option,
  given: { [option in Option]?: string | undefined },
): string | undefined {
  const digits = given[option]?.toLowerCase().replaceAll(/[\s-]/g, '')
  if (digits !== undefined && !/^[\da-f]{32}$/.test(digits))
    throw new BackupError(`--${option} takes a fingerprint, which has eight groups of four characters`)
  return digits && inGroups(digits)
}

/** The line about a copy's signature. */
export function signedBy(signer: string | undefined, keys: Keys): string {
  if (!signer) return 'It is not signed, like all copies of older versions, so nothing proves who made it.'
  if (keys.signer) return `Signed by ${signer}, as expected.`
  return `Signed by ${signer}: compare it with the fingerprint that you have noted, or give that with --signer.`
}

/** Reads the private key; it is never an argument, because other users of the machine can read arguments. */
function readIdentity(file: string | undefined, folder: string): string | undefined {
  const given = file ? resolve(folder, file) : process.env['BACKUP_KEY']?.trim()
  if (!given) return undefined
  if (!file && given.startsWith('AGE-SECRET-KEY-')) return given
  const path = resolve(folder, given)
  if (!existsSync(path))
    throw new BackupError(
      file
        ? `There is no key file ${path}`
        : 'BACKUP_KEY is neither a private key, which begins with AGE-SECRET-KEY-1, nor the path of its file',
    )
  const key = /^AGE-SECRET-KEY-1\S+$/m.exec(readFileSync(path, 'utf8'))?.[0]
  if (!key) throw new BackupError(`The file ${path} has no line that begins with AGE-SECRET-KEY-1`)
  return key
}

/** Refuses root if Elimu runs as another user, who could not read files that root writes. */
export function refuseRoot(dataDir: string, command: 'backup' | 'restore', user = process.geteuid?.()): void {
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { uid } = statSync(folder)
  if (user !== 0 || uid === 0) return
  const name = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).stdout.trim() || `'#${uid}'`
  throw new BackupError(
    `${folder} belongs to the user ${name}, who could not read what root writes. Run it as that user: sudo -u ${name} npm run ${command}`,
  )
}

const words: Record<string, string> = {
  records: 'Copying the records',
  files: 'Copying the files',
  checking: 'Checking the copy',
  restoring: 'Restoring records and files',
  'reading back': 'Reading back',
  reading: 'Reading the stored files',
}

export type ProgressLine = ReturnType<typeof progressLine>

function progressLine() {
  const { isTTY } = process.stdout
  let shown = 0
  const at = { step: '', done: 0, all: 0 }
  function write(): void {
    const count = at.all > 0 ? ` ${at.done.toLocaleString('en')} of ${at.all.toLocaleString('en')} files` : ''
    if (isTTY) process.stdout.write(`\r\u001B[K${words[at.step] ?? at.step} …${count}`)
    shown = performance.now()
  }
  const progress: Progress<string> = {
    begin(step, all = 0) {
      const isNew = step !== at.step
      Object.assign(at, { step, done: 0, all })
      if (!isTTY && isNew) process.stdout.write(`${words[step] ?? step} …\n`)
      write()
    },
    fileDone() {
      at.done += 1
      if (performance.now() - shown > 100 || at.done === at.all) write()
    },
  }
  return {
    ...progress,
    end(): void {
      if (isTTY && shown > 0) process.stdout.write('\r\u001B[K')
    },
  }
}

export function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} KB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}

/** `12 rows of 3 tables and 1 file` */
export function summary({ tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${counted(rows, 'row')} of ${counted(Object.keys(tables).length, 'table')} and ${counted(Object.keys(files).length, 'file')}`
}

const counted = (count: number, what: string) =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
