import { cpus, totalmem } from 'node:os'

/** The conditions of a run, without which its figures mean nothing. */
export function describeMachine(): string {
  const cores = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  const day = new Date().toISOString().slice(0, 10)
  return `${day}, Node ${process.versions.node}, ${cores.length} cores (${cores[0]?.model}), ${memory} GB, load generator on the same machine`
}
