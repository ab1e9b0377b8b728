import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Running = {
  url: string
  pid: number
  startedInMs: number
  process: ChildProcess
  stop(): Promise<void>
}

type Program = {
  /** Path from the repository's root. */
  file: string
  flags?: readonly string[]
  env: Record<string, string>
}

const ROOT = join(import.meta.dirname, '..')

/** The real server in a process of its own, as `npm start` runs it, its log written and thrown away. */
export function launchElimu(env: Record<string, string>, flags: readonly string[] = []): Promise<Running> {
  return launch({ file: 'server/main.ts', flags, env: { LOG_LEVEL: 'info', ...env } })
}

/** Starts a program and waits for its first words, which it says once it listens. */
export async function launch({ file, flags = [], env }: Program): Promise<Running> {
  const port = await freePort()
  const began = performance.now()
  // An environment of its own: neither the shell's settings nor its .env file have a say in what is measured.
  const child = spawn(process.execPath, [...flags, file], {
    cwd: ROOT,
    env: { NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  const exit = once(child, 'exit')
  const greeting = once(createInterface(child.stdout ?? process.stdin), 'line')
  await Promise.race([greeting, exit.then(() => Promise.reject(new Error(`${file} did not start`)))])
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    startedInMs: performance.now() - began,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}
