/** Runs the charities of `deploy/charities.mjs` as plain processes of one user, where there is no systemd: for tests and trials. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const root = process.env['CHARITIES_ROOT'] ?? ''
const commands = {
  admin: 'server/admin/main.ts',
  backup: 'server/backup/cli/backupMain.ts',
  restore: 'server/backup/cli/restoreMain.ts',
}

/** @type {(action: string, name: string, args?: string[], env?: Record<string, string>) => Promise<string>} */
export async function runner(action, name, args = [], env = {}) {
  const code = join(root, 'etc/elimu', name, 'code')
  const ENV_FILE = join(root, 'etc/elimu', name, 'env')
  const variables = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ENV_FILE,
  }
  const pidFile = join(root, `${name}.pid`)
  const isRunning = () => {
    const pid = fs.existsSync(pidFile) && fs.readFileSync(pidFile, 'utf8')
    // A child process whose exit status was not read is a zombie.
    return pid && /^[^Z]/.test(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout)
  }

  if (action === 'expect running' && !isRunning()) throw new Error(`${name} does not run`)
  if (action === 'stop' || action === 'restart') {
    if (isRunning()) process.kill(Number(fs.readFileSync(pidFile, 'utf8')), 'SIGTERM')
    while (isRunning()) await pause(20)
  }
  if (action === 'start' || action === 'restart') {
    const log = fs.openSync(join(root, `${name}.log`), 'a', 0o600)
    const options = { cwd: code, env: variables, detached: true, stdio: ['ignore', log, log] }
    const child = spawn(
      join(code, 'dist/node'),
      ['server/main.ts'],
      /** @type {import('node:child_process').SpawnOptions} */ (options),
    )
    fs.writeFileSync(pidFile, String(child.pid))
    child.unref()
    fs.closeSync(log)
  }
  if (action !== 'run') return ''
  const [command = '', ...others] = args
  const entry = commands[/** @type {keyof typeof commands} */ (command)]
  const options = { cwd: code, env: { ...variables, ...env } }
  return (await promisify(execFile)(join(code, 'dist/node'), [entry, ...others], options)).stdout
}
