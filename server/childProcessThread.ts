import { fork } from 'node:child_process'
import { parentPort, workerData } from 'node:worker_threads'
import type { Child, ChildReport } from './startChildProcess.ts'

/** Runs in the thread that starts a child process, and ends with the child. See `startChildProcess.ts`. */
const { file, args = [], flags: execArgv = [], message, env } = workerData as Child

const child = fork(file, args, { execArgv, serialization: 'advanced', ...(env && { env }) })
// Errors of the child are reported when it ends.
child.send(message, () => {})
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
const send = (report: ChildReport) => parentPort?.postMessage(report)
send({ pid: child.pid })
child.on('message', (answer) => send({ answer }))
parentPort?.once('message', () => child.kill('SIGKILL')).unref()
