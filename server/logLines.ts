import { pino } from 'pino'

/**
 * Standard error for the log; standard output is for the operator's eyes. The lines of one turn of the event loop are
 * written together and at once: what would stay in a buffer is lost with a killed process, or keeps one whose reader
 * is gone.
 */
export function logLines(): { write(line: string): void } {
  const destination = pino.destination({ fd: 2, sync: true })
  let lines = ''
  const flush = () => {
    if (lines) destination.write(lines)
    lines = ''
  }
  process.on('exit', flush)
  return {
    write(line) {
      if (!lines) setImmediate(flush)
      lines += line
    },
  }
}
