import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Loaded by `--import`. The message `reset` starts a measurement; any other returns the longest delay in ms. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('message', (message) => {
  if (message === 'reset') delay.reset()
  else process.send?.(delay.max / 1e6)
})
process.channel?.unref()
