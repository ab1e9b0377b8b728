/** The processor time of some work in milliseconds, to which other programs of a busy machine add nothing. */
export function processorTimeOf(work: () => void): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}
