import { pino } from 'pino'

/**
 * Writes the log to standard error; standard output is for the operator. The lines of one turn of the event loop are
 * written together and synchronously: buffered lines would be lost when the process is killed, and would keep it alive
 * when nobody reads the pipe any more.
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
