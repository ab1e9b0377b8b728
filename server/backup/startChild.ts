import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { Config } from '../config.ts'

/** The thread that starts the process of a backup, and ends with it. See `makeApart.ts`. */
const { id, config } = workerData as { id: number; config: Config }

// It gets the settings that are in use here: the demo's are not those of the environment.
const child = fork(join(import.meta.dirname, 'childMain.ts'), ['--backup', String(id)], {
  execArgv: [],
  serialization: 'advanced',
})
// Whatever goes wrong with the child shows in its end.
child.send(config, () => {})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort?.postMessage(child.pid)
parentPort?.once('message', () => child.kill('SIGKILL')).unref()
