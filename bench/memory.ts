import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const BETWEEN_MS = 500
const STEADY_READINGS = 4
const MOST_READINGS = 40

/** The resident memory of a process in MB, as the system counts it. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The same once it is stable: a few readings in a row that hardly differ. */
export async function restingMb(pid: number): Promise<number> {
  const readings: number[] = []
  while (readings.length < MOST_READINGS) {
    readings.push(residentMb(pid))
    const latest = readings.slice(-STEADY_READINGS)
    const isSteady = latest.length === STEADY_READINGS && Math.max(...latest) - Math.min(...latest) < 0.5
    if (isSteady) break
    await pause(BETWEEN_MS)
  }
  return readings.at(-1) ?? Number.NaN
}
