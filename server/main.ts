import { existsSync } from 'node:fs'
import { pino } from 'pino'
import { doubtfulSettings } from './doubtfulSettings.ts'
import { demoMark } from './database/connect.ts'
import { start } from './start.ts'
import { logLines } from './logLines.ts'
import { loadEnvironment } from './loadEnvironment.ts'
import { StartError } from './StartError.ts'
import { readConfig } from './config.ts'

try {
  const file = loadEnvironment()
  const config = readConfig(process.env)
  // The demo, too, is run by this file, but not as the program that was started.
  if (import.meta.main && existsSync(demoMark(config.dataDir)))
    throw new StartError(
      `DATA_DIR is "${config.dataDir}", which holds a demo: start it with "npm run demo", or name another folder.`,
    )
  const doubts = doubtfulSettings(process.env, file, config)
  const log = pino({ level: config.logLevel }, logLines())
  const running = await start(config, log)
  // Before anybody is told that it runs, who might stop it at once.
  stopOnSignals(running.stop)
  process.stdout.write(`${[...doubts, running.greeting].join('\n')}\n`)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** One Ctrl-C may arrive twice: from the terminal, and once more through npm. */
const SAME_SIGNAL_MS = 1_000

/** Ends cleanly on the first signal: open requests finish. One that comes a while later does not wait. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stoppingSince: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (stoppingSince === undefined) {
      stoppingSince = now
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    } else if (now - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}
