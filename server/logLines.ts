import { styleText } from 'node:util'
import { pino } from 'pino'

type Lines = { write(line: string): void }

/** Creates the log: one JSON object per line, with a readable time and level. */
export const createLog = (level: string, lines: Lines) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    lines,
  )

/**
 * Writes the log to standard error; standard output is for the operator. The lines of one event-loop tick are written
 * together and synchronously: buffered lines would be lost when the process is killed, and would keep it alive after
 * the reader of the pipe has gone.
 */
export function logLines(): Lines {
  const destination = pino.destination({ fd: 2, sync: true })
  const shaped = process.stderr.isTTY ? readableLine : (line: string) => line
  let lines = ''
  const flush = () => {
    if (lines) destination.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (!lines) setImmediate(flush)
      lines += shaped(line)
    },
  }
}

type Failure = { stack?: string; message?: string }
type Line = { time: string; level: string; msg?: string; err?: Failure; [field: string]: unknown }
type Answered = { method?: string; route?: string; status?: number; ms?: number }

const styles = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green' } as const

/** A log line formatted for a terminal: `15:09:12 info POST /api/login 200 in 43 ms  user 3, client ::1`. */
export function readableLine(json: string): string {
  const { time, level, msg, err, ...others } = JSON.parse(json) as Line
  const { method, route, status, ms, ...fields } = others as Answered
  const what = method ? `${method} ${route} ${status} in ${ms} ms` : (msg ?? '')
  const more = Object.entries(method ? fields : others).map(([name, value]) => `${name} ${asText(value)}`)
  const at = new Date(time).toTimeString().slice(0, 8)
  const style = styles[level as keyof typeof styles] ?? 'dim'
  const stack = err ? (err.stack ?? err.message ?? '').split('\n') : []
  return [
    `${paint('dim', at)} ${paint(style, level)} ${harmless(what)}`,
    more.length > 0 ? `  ${paint('dim', harmless(more.join(', ')))}` : '',
    ...stack.map((row) => `\n  ${harmless(row)}`),
    '\n',
  ].join('')
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream: process.stderr })

/** Removes control characters, because request data in a log line could move the terminal's cursor. */
const harmless = (text: string) => text.replaceAll(/\p{Cc}/gu, ' ')
