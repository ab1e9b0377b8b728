import { fork } from 'node:child_process'
import { parentPort, workerData } from 'node:worker_threads'
import type { Child, ChildReport } from './startChildProcess.ts'

/** The thread that starts a child process, and ends with it. See `startChildProcess.ts`. */
const { file, args = [], flags: execArgv = [], message, env } = workerData as Child

const child = fork(file, args, { execArgv, serialization: 'advanced', ...(env && { env }) })
// Whatever goes wrong with the child shows in its end.
child.send(message, () => {})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const send = (report: ChildReport) => parentPort?.postMessage(report)
send({ pid: child.pid })
child.on('message', (answer) => send({ answer }))
parentPort?.once('message', () => child.kill('SIGKILL')).unref()
