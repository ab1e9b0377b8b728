import { pino } from 'pino'
import { start } from './start.ts'
import { StartError } from './StartError.ts'
import { readConfig } from './config.ts'

try {
  process.loadEnvFile()
} catch {
  // There need not be one.
}

try {
  const config = readConfig(process.env)
  // Standard output is for the operator's eyes; the log goes beside it.
  const log = pino(
    { level: config.logLevel },
    pino.destination({ fd: 2, sync: false, minLength: 4096, periodicFlush: 1000 }),
  )
  const running = await start(config, log)
  process.stdout.write(`${running.greeting}\n`)
  stopOnSignals(running.stop)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Ends cleanly on the first signal: open requests finish. A second one does not wait. */
function stopOnSignals(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      process.once(signal, () => process.exit(1))
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
}
