import { doubtfulSettings } from './doubtfulSettings.ts'
import { refuseDemo } from './database/connect.ts'
import { start } from './start.ts'
import { createLog, logLines } from './logLines.ts'
import { loadEnvironment } from './loadEnvironment.ts'
import { reportStartError } from './base/StartError.ts'
import { stopOnSignals } from './stopOnSignals.ts'
import { readConfig } from './config.ts'

await reportStartError(async () => {
  const file = loadEnvironment()
  const config = readConfig(process.env)
  // The demo imports this file, which is then not the main module.
  if (import.meta.main) refuseDemo(config)
  const doubts = doubtfulSettings(process.env, file, config)
  const log = createLog(config.logLevel, logLines())
  const print = (sentence: string) => void process.stdout.write(`${sentence}\n`)
  const running = await start(config, log, undefined, print)
  // Before the greeting, because a program that reads the greeting may send a signal at once.
  stopOnSignals(running.stop)
  print([...doubts, running.greeting].join('\n'))
})
