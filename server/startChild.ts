import { fork } from 'node:child_process'
import { parentPort, workerData } from 'node:worker_threads'
import type { Child, Told } from './startApart.ts'

/** The thread that starts a child process, and ends with it. See `startApart.ts`. */
const { file, args = [], flags: execArgv = [], message, env } = workerData as Child

const child = fork(file, args, { execArgv, serialization: 'advanced', ...(env && { env }) })
// Whatever goes wrong with the child shows in its end.
child.send(message, () => {})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const tell = (told: Told) => parentPort?.postMessage(told)
tell({ pid: child.pid })
child.on('message', (answer) => tell({ answer }))
parentPort?.once('message', () => child.kill('SIGKILL')).unref()
