#!/usr/bin/env node
/** Many charities on one machine, each with its own process, folder, user and keys: see docs/deploying.md. Runs on Debian's Node. */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseEnv } from 'node:util'

const USAGE = `node deploy/charities.mjs add NAME [SETTING=VALUE …]
    Adds a charity and starts it. /etc/elimu/defaults.env has settings for all of them, in which {name} is the name.
node deploy/charities.mjs list
    Lists version, health, last good copy and last test restore of each.
node deploy/charities.mjs update CODE [NAME …]
    Makes a copy of each charity, then restarts it with the code in the folder CODE, which npm run build has built.
    One is first, then four at a time. Stops after those of which one is not healthy.
node deploy/charities.mjs remove NAME FOLDER
    Stops a charity, archives it in a new folder in FOLDER, and removes its data from this machine.
node deploy/charities.mjs test-restore NAME
    Restores its newest copy into a temporary folder. If copies are encrypted, BACKUP_KEY is their private key.`

const root = process.env['CHARITIES_ROOT'] ?? '/'
const SETTINGS = join(root, 'etc/elimu')
const DATA = join(root, 'var/lib/elimu')
const COPIES = join(root, 'var/backups/elimu')
const SITES = join(root, 'etc/caddy/elimu')

/** Also a part of a host name and of the name of a user. */
const NAME = /^[a-z]([a-z0-9-]{0,22}[a-z0-9])?$/
const FIRST_PORT = 3101
const AT_ONCE = 4
const HEALTHY_WITHIN_MS = 5 * 60_000

class Refusal extends Error {}

/**
 * Everything that depends on systemd and Debian. A module that CHARITIES_RUNNER names replaces it: its function
 * `runner` gets the same arguments, and returns the output or throws.
 * @param {'add' | 'own' | 'start' | 'stop' | 'restart' | 'expect running' | 'run' | 'serve' | 'remove'} action
 * @param {string} name
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
async function systemd(action, name, args = [], env = {}) {
  const user = `elimu-${name}`
  switch (action) {
    case 'add':
      return execute('adduser', ['--system', '--group', '--no-create-home', '--home', folderOf(name), user])
    case 'own':
      return execute('chown', ['--recursive', `${user}:${user}`, ...args])
    case 'start':
      return execute('systemctl', ['enable', '--now', `elimu@${name}`])
    case 'stop':
      return execute('systemctl', ['disable', '--now', `elimu@${name}`])
    case 'restart':
      return execute('systemctl', ['restart', `elimu@${name}`])
    case 'expect running':
      return execute('systemctl', ['is-active', `elimu@${name}`])
    case 'run': {
      const code = codeOf(name)
      const [command = '', ...others] = args
      const variables = { ...env, ENV_FILE: settingsOf(name), PATH: `${code}/dist:${process.env['PATH']}` }
      const given = Object.entries(variables).map(([key, value]) => `${key}=${value}`)
      // Without root's environment, which could name other databases.
      const asUser = ['-u', user, '--', 'env', '--ignore-environment', `--chdir=${code}`, ...given]
      return execute('runuser', [...asUser, 'node', '--run', command, '--', ...others])
    }
    case 'serve':
      return execute('systemctl', ['reload', 'caddy'])
    default:
      return execute('deluser', ['--system', user])
  }
}

/** @type {typeof systemd} */
const runner = process.env['CHARITIES_RUNNER']
  ? (await import(pathToFileURL(resolve(process.env['CHARITIES_RUNNER'])).href)).runner
  : systemd

/**
 * Runs a program and returns what it prints.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<string>}
 */
function execute(program, args) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text) => (output.stderr += text))
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done(output.stdout)
      else fail(new Refusal(`${program} failed: ${(output.stderr || output.stdout).trim()}`))
    })
  })
}

/** @param {string} name */
const folderOf = (name) => join(DATA, name)
/** @param {string} name */
const settingsOf = (name) => join(SETTINGS, name, 'env')
/** @param {string} name */
const codeOf = (name) => fs.realpathSync(join(SETTINGS, name, 'code'))
/** @param {string} name */
const readSettings = (name) => parseEnv(fs.readFileSync(settingsOf(name), 'utf8'))

const charities = () =>
  fs.existsSync(SETTINGS) ? fs.readdirSync(SETTINGS).filter((name) => fs.existsSync(settingsOf(name))) : []

/** @param {string | undefined} name */
function existing(name) {
  if (name !== undefined && NAME.test(name) && fs.existsSync(settingsOf(name))) return name
  throw new Refusal(
    `There is no charity ${JSON.stringify(name ?? '')}. There are: ${charities().join(', ')}.`,
  )
}

/** The code and its version, as `server/version.ts` reports it. @param {string | undefined} folder */
function builtCode(folder) {
  if (!folder) throw new Refusal('Name the folder of the code.')
  const code = resolve(folder)
  for (const part of ['package.json', 'dist/node', 'dist/web'])
    if (!fs.existsSync(join(code, part))) throw new Refusal(`${code} is not built: run npm run build there.`)
  const { version } = JSON.parse(fs.readFileSync(join(code, 'package.json'), 'utf8'))
  const commit = join(code, 'dist/commit')
  return {
    code,
    version: version + (fs.existsSync(commit) ? `+${fs.readFileSync(commit, 'utf8').trim()}` : ''),
  }
}

/** @param {string} name @param {string} code */
function useCode(name, code) {
  const link = join(SETTINGS, name, 'code')
  fs.rmSync(`${link}.new`, { force: true })
  fs.symlinkSync(code, `${link}.new`)
  fs.renameSync(`${link}.new`, link)
}

/** @param {string} name @param {string[]} given */
async function add(name, given) {
  if (!NAME.test(name))
    throw new Refusal(
      `${JSON.stringify(name)} is no name: it has 1 to 24 small letters, digits and hyphens, and begins with a letter.`,
    )
  for (const path of [join(SETTINGS, name), folderOf(name)])
    if (fs.existsSync(path)) throw new Refusal(`${path} exists already.`)
  const { code } = builtCode(join(import.meta.dirname, '..'))
  const settings = await settingsFor(name, given)

  await runner('add', name)
  const { BACKUP_TO = '', APP_URL = '', PORT } = settings.values
  const own = [folderOf(name), ...(BACKUP_TO.includes('://') ? [] : [BACKUP_TO])]
  for (const folder of [SETTINGS, DATA, COPIES, SITES, join(SETTINGS, name)])
    fs.mkdirSync(folder, { recursive: true })
  for (const folder of own) fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  fs.writeFileSync(settingsOf(name), settings.text, { mode: 0o600 })
  await runner('own', name, [...own, settingsOf(name)])
  useCode(name, code)
  if (!settings.values['BACKUP_RECIPIENT']) {
    const shown = await runner('run', name, ['backup', '--new-key'])
    fs.appendFileSync(settingsOf(name), `${/^BACKUP_RECIPIENT=.*$/m.exec(shown)?.[0] ?? ''}\n`)
    console.log(`${shown.trim()}\n\nThe public key is in ${settingsOf(name)} already.\n`)
  }
  fs.writeFileSync(
    join(SITES, name),
    `${new URL(APP_URL).host} {\n\treverse_proxy 127.0.0.1:${PORT} {\n\t\timport elimu\n\t}\n}\n`,
  )
  await runner('start', name)
  await runner('serve', name)
  await expectHealthy(name)
  console.log(`${name} runs at ${APP_URL}. Its settings are in ${settingsOf(name)}.`)
  const { ADMIN_EMAIL } = settings.values
  if (ADMIN_EMAIL) console.log((await runner('run', name, ['admin', 'link', ADMIN_EMAIL])).trim())
}

/** The settings of a new charity: own ones, then those of all, then those that are given. @param {string} name @param {string[]} given */
async function settingsFor(name, given) {
  const defaults = join(SETTINGS, 'defaults.env')
  const forAll = fs.existsSync(defaults) ? fs.readFileSync(defaults, 'utf8') : ''
  const ports = charities().map((other) => Number(readSettings(other).PORT))
  // Between half past midnight and half past four: the copies of all at once would slow down the machine.
  const minute = 30 + (createHash('sha256').update(name).digest().readUInt32BE() % 240)
  const own = {
    PORT: String(await freePort(Math.max(FIRST_PORT, ...ports.map((port) => port + 1)))),
    TRUST_PROXY: '127.0.0.1',
    BACKUP_TO: join(COPIES, name),
    BACKUP_AT: `0${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`,
    METRICS_TOKEN: randomBytes(24).toString('hex'),
  }
  const typed = given.map((text) => /^([A-Z_]+)=(.*)$/s.exec(text) ?? refuseText(text))
  /** @type {Record<string, string>} */
  const values = Object.assign(
    own,
    parseEnv(forAll),
    Object.fromEntries(typed.map(([, key, value]) => [key, value])),
  )
  values['DATA_DIR'] = folderOf(name)
  const lines = Object.entries(values).map(([key, value]) => {
    values[key] = value.replaceAll('{name}', name)
    // systemd and Node read these characters differently.
    if (/["\\`\n\r]/.test(value)) refuseText(`${key}=${value}`)
    return `${key}="${values[key]}"\n`
  })
  if (!URL.canParse(values['APP_URL'] ?? ''))
    throw new Refusal(`APP_URL=https://${name}.example.org is missing.`)
  for (const other of charities())
    for (const key of ['PORT', 'APP_URL', 'DATABASE_URL', 'STORAGE_URL', 'BACKUP_TO'])
      if (values[key] && values[key] === readSettings(other)[key])
        throw new Refusal(
          `${key} is that of ${other} already. In defaults.env, write {name} where they differ.`,
        )
  return { values, text: lines.join('') }
}

/** The first port from this one on where no other program listens. @param {number} port @returns {Promise<number>} */
function freePort(port) {
  return new Promise((done) => {
    const probe = createServer().listen(port, '127.0.0.1')
    probe.on('error', () => done(freePort(port + 1)))
    probe.on('listening', () => probe.close(() => done(port)))
  })
}

/** @param {string} text @returns {never} */
function refuseText(text) {
  throw new Refusal(
    `${JSON.stringify(text)} is no setting: write NAME=VALUE, without quotes and backslashes.`,
  )
}

/**
 * @typedef {{ status: string, version: string, part?: string, warnings?: string[], backup?: string | null,
 *   backup_test?: { at: string, passed: boolean } }} State
 * @param {string} name
 * @returns {Promise<State>}
 */
async function stateOf(name) {
  const { PORT, METRICS_TOKEN } = readSettings(name)
  const ask = async (/** @type {string} */ path) => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
    return fetch(`http://127.0.0.1:${PORT}/api/${path}`, { headers, signal: AbortSignal.timeout(10_000) })
  }
  try {
    const health = /** @type {State} */ (await (await ask('health')).json())
    const metrics = await (await ask('metrics')).text()
    const version = /^elimu_info\{version="([^"]*)"/m.exec(metrics)?.[1] ?? '?'
    return { ...health, version }
  } catch {
    return { status: 'no answer', version: '' }
  }
}

/** Waits until it can serve, with its code. @param {string} name */
async function expectHealthy(name) {
  const { version } = builtCode(codeOf(name))
  const deadline = Date.now() + HEALTHY_WITHIN_MS
  for (;;) {
    const state = await stateOf(name)
    // Without METRICS_TOKEN the version is not known.
    if (state.status === 'ok' && [version, '?'].includes(state.version)) return
    const isRunning = await runner('expect running', name).then(
      () => true,
      () => false,
    )
    if (Date.now() > deadline || !isRunning)
      throw new Refusal(`${name} is not healthy (${state.status}). Its log: journalctl --unit elimu@${name}`)
    await pause(500)
  }
}

async function list() {
  const rows = [['charity', 'port', 'version', 'health', 'last good copy', 'last test restore']]
  const notes = []
  for (const name of charities()) {
    const { status, part, version, warnings = [], backup, backup_test: test } = await stateOf(name)
    const tested = test ? `${test.at.slice(0, 16)} ${test.passed ? 'passed' : 'FAILED'}` : '-'
    const health = part ? `${status}: ${part}` : warnings.length > 0 ? `${status}, see below` : status
    rows.push([name, readSettings(name)['PORT'] ?? '', version, health, backup?.slice(0, 16) ?? '-', tested])
    for (const warning of warnings) notes.push(`${name}: ${warning}`)
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  for (const note of notes) console.log(note)
}

/** @param {string | undefined} folder @param {string[]} wanted */
async function update(folder, wanted) {
  const { code, version } = builtCode(folder)
  const names = wanted.length > 0 ? wanted.map(existing) : charities()
  for (let done = 0; done < names.length;) {
    const wave = names.slice(done, done === 0 ? 1 : done + AT_ONCE)
    const failures = (await Promise.allSettled(wave.map((name) => updateOne(name, code)))).filter(
      ({ status }) => status === 'rejected',
    )
    done += wave.length
    for (const failure of failures)
      console.error(/** @type {PromiseRejectedResult} */ (failure).reason.message)
    if (failures.length > 0)
      throw new Refusal(`Stopped. Not updated: ${names.slice(done).join(', ') || 'no other charity'}.`)
  }
  console.log(`Updated to ${version}: ${names.length}.`)
}

/** @param {string} name @param {string} code */
async function updateOne(name, code) {
  const before = codeOf(name)
  const began = Date.now()
  // The last line says what was made.
  const copy = (await runner('run', name, ['backup'])).trim().split('\n').at(-1) ?? ''
  try {
    useCode(name, code)
    await runner('restart', name)
    await expectHealthy(name)
  } catch (error) {
    throw new Refusal(
      `${/** @type {Error} */ (error).message}
Its copy from before: ${copy}
To go back, see docs/deploying.md, Update. Its code was: ${before}`,
      { cause: error },
    )
  }
  console.log(`${name} is updated in ${((Date.now() - began) / 1000).toFixed(1)} s. ${copy}`)
}

/** @param {string} name @param {string | undefined} folder */
async function remove(name, folder) {
  if (!folder || !fs.existsSync(folder)) throw new Refusal('Name an existing folder for the archive.')
  const archive = join(resolve(folder), `${name}-${new Date().toISOString().slice(0, 10)}`)
  if (fs.existsSync(archive)) throw new Refusal(`${archive} exists already.`)
  const { DATABASE_URL, STORAGE_URL, BACKUP_TO } = readSettings(name)
  fs.mkdirSync(archive, { mode: 0o700 })
  await runner('stop', name)
  try {
    await runner('own', name, [archive])
    // It is read back before it counts: the data is removed only then.
    console.log((await runner('run', name, ['backup', join(archive, `${name}.elimu`)])).trim())
    fs.copyFileSync(settingsOf(name), join(archive, 'env'))
    const secret = join(folderOf(name), 'secret')
    if (fs.existsSync(secret)) fs.copyFileSync(secret, join(archive, 'secret'))
    // Its user is removed, and another may get the same number.
    for (const path of [archive, ...fs.readdirSync(archive).map((file) => join(archive, file))])
      fs.chownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
  } catch (error) {
    fs.rmSync(archive, { recursive: true })
    await runner('start', name)
    throw error
  }
  fs.rmSync(join(SITES, name), { force: true })
  await runner('serve', name)
  fs.rmSync(folderOf(name), { recursive: true })
  fs.rmSync(join(SETTINGS, name), { recursive: true })
  await runner('remove', name)
  console.log(
    `${name} is removed. ${archive} has its records and files, settings and secret: keep it as safe as the server.`,
  )
  const left = Object.entries({ DATABASE_URL, STORAGE_URL, BACKUP_TO }).filter(([, value]) => value)
  console.log(`Not removed: what ${left.map(([key]) => key).join(', ')} in its settings name.`)
}

/** @param {string} name */
async function testRestore(name) {
  const folder = join(folderOf(name), `trial-restore-${process.pid}`)
  fs.mkdirSync(folder, { mode: 0o700 })
  const { BACKUP_KEY } = process.env
  const env = { DATA_DIR: folder, DATABASE_URL: '', STORAGE_URL: '', ...(BACKUP_KEY && { BACKUP_KEY }) }
  try {
    await runner('own', name, [folder])
    console.log((await runner('run', name, ['restore', 'latest'], env)).trim())
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

const [command, name, ...others] = process.argv.slice(2)
try {
  process.umask(0o022)
  if (command === 'add' && name) await add(name, others)
  else if (command === 'list') await list()
  else if (command === 'update') await update(name, others)
  else if (command === 'remove') await remove(existing(name), others[0])
  else if (command === 'test-restore') await testRestore(existing(name))
  else {
    console.log(USAGE)
    process.exitCode = command === '--help' ? 0 : 1
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
