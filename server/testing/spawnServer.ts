import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { until } from './until.ts'

const MAIN = join(import.meta.dirname, '../main.ts')

export type SpawnedServer = ReturnType<typeof spawnServer>

/** The server as an operator starts it: a process of its own with nothing but these settings. */
export function spawnServer(settings: Record<string, string>, main = MAIN, args: string[] = []) {
  // Away from any .env file that lies in the checkout.
  const cwd = import.meta.dirname
  const child = spawn(process.execPath, [main, ...args], { cwd, env: { PORT: '0', ...settings } })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })

  return {
    output,
    pid: child.pid ?? 0,
    /** Its exit code, once it has ended; null when a signal ended it. */
    ended,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    wasKilled: () => child.killed,
    async started(): Promise<void> {
      await until('the server has started', () => {
        if (child.exitCode !== null) throw new Error(`the server ended: ${output.stderr}`)
        return output.stdout.includes('runs at')
      })
    },
  }
}
