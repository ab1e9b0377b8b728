import type { Pace } from './drive.ts'

export type Measurement = {
  name: string
  elimu: string
  /** The floor to compare with, if there is one. */
  floor?: string
  /** The share of the floor, in percent. */
  share?: number
  latency?: string
  target?: string
  isMet?: boolean
}

const headings = ['case', 'Elimu', 'floor', 'share', 'p50 / p99', 'target', '']

/** As Markdown, so that a run can be kept in the README as it is. */
export function printTable(measurements: Measurement[]): void {
  const rows = [headings, headings.map(() => '---'), ...measurements.map(cells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    const padded = row.map((cell, column) => cell.padEnd(widths[column] ?? 0, cell === '---' ? '-' : ' '))
    console.log(`| ${padded.join(' | ')} |`)
  }
}

function cells({ name, elimu, floor = '', share, latency = '', target = '', isMet }: Measurement): string[] {
  const verdict = isMet === undefined ? '' : isMet ? 'met' : 'MISSED'
  return [name, elimu, floor, share === undefined ? '' : `${share} %`, latency, target, verdict]
}

/** A rate compared with the floor's, and whether it reaches the target share. */
export function shareOfFloor(name: string, elimu: Pace, floorPerSecond: number, target: number): Measurement {
  const share = Math.round((elimu.perSecond / floorPerSecond) * 100)
  return {
    ...rate(name, elimu),
    floor: perSecond(floorPerSecond),
    share,
    target: `≥ ${target} %`,
    isMet: share >= target,
  }
}

export const rate = (name: string, pace: Pace): Measurement => ({
  name,
  elimu: perSecond(pace.perSecond),
  latency: `${pace.p50} / ${pace.p99} ms`,
})

/** A figure that should stay under a bound. */
export const bounded = (name: string, value: number, most: number, unit: string): Measurement => ({
  name,
  elimu: `${Math.round(value)} ${unit}`,
  target: `≤ ${most} ${unit}`,
  isMet: Math.round(value) <= most,
})

const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
