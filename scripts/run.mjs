import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { ROOT } from './root.mjs'

/** @type {NodeJS.Signals[]} */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let isEnding = false

/**
 * Runs a program to its end and returns its exit code. Passes a signal on to every running program, and ends this
 * process when the last of them has ended.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, isQuiet?: boolean, stopsWithUs?: boolean }} [options] the output of a
 *   quiet program is shown only when it fails; one that stops with us gets an IPC channel, which closes if we are killed
 * @returns {Promise<number>}
 */
export function run(file, args, { env, isQuiet = false, stopsWithUs = false } = {}) {
  const stream = isQuiet ? 'pipe' : 'inherit'
  const child = spawn(file, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: [isQuiet ? 'ignore' : 'inherit', stream, stream, stopsWithUs ? 'ipc' : 'ignore'],
  })
  if (running.size === 0) for (const signal of PASSED_ON) process.on(signal, passOn)
  running.add(child)

  /** @type {Buffer[]} */
  const output = []
  for (const quietly of [child.stdout, child.stderr]) quietly?.on('data', (chunk) => output.push(chunk))

  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL']
      running.delete(child)
      if (running.size === 0) {
        if (isEnding) process.exit(exitCode)
        for (const passed of PASSED_ON) process.off(passed, passOn)
      }
      if (exitCode !== 0 && !isEnding) process.stderr.write(Buffer.concat(output))
      resolve(exitCode)
    })
  })
}

/** @param {NodeJS.Signals} signal */
export function passOn(signal) {
  isEnding = true
  for (const child of running) child.kill(signal)
}
