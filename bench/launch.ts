import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../server/testing/freePort.ts'

export type Running = {
  url: string
  pid: number
  startedInMs: number
  process: ChildProcess
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '..')

/** The real server as `npm start` runs it, its log written and thrown away. */
export const launchElimu = (env: Record<string, string>, flags: readonly string[] = []): Promise<Running> =>
  launch([...flags, 'scripts/start.mjs'], { LOG_LEVEL: 'info', SESSION_CALLS_A_MINUTE: '0', ...env })

/** Runs Node in a process of its own, by default on a free port, and waits for the line that says where it listens. */
export async function launch(parameters: string[], env: Record<string, string>): Promise<Running> {
  const { PORT = String(await freePort()), APP_URL: url = `http://localhost:${PORT}` } = env
  const { PATH, HOME } = process.env
  const began = performance.now()
  // Without the shell's environment, whose settings would change what is measured.
  const child = spawn(process.execPath, parameters, {
    cwd: ROOT,
    env: { PATH, HOME, NODE_ENV: 'production', PORT, ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const exit = once(child, 'exit')
  await Promise.race([
    saidWhere(child, url),
    exit.then(() => Promise.reject(new Error(`${parameters.join(' ')} did not start`))),
  ])
  return {
    url: url.replace('localhost', '127.0.0.1'),
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

function saidWhere({ stdout }: ChildProcess, url: string): Promise<void> {
  return new Promise((resolve) => {
    if (stdout) createInterface(stdout).on('line', (line) => line.endsWith(url) && resolve())
  })
}
