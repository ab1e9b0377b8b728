import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded into the server by `--import`. When asked, it reports the longest event-loop delay to the parent process. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', (message) => {
  if (message === 'begin') delay.reset()
  else process.send?.(delay.max / 1e6)
})
process.channel?.unref()
