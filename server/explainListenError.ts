import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { StartError } from './base/StartError.ts'

/** Names the setting that prevents listening. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  { port, host }: Pick<Config, 'port' | 'host'>,
): never {
  if (error.code === 'EADDRINUSE')
    throw new StartError(`PORT is ${port}, but another program is already listening there.`)
  if (error.code === 'EACCES') throw new StartError(`PORT is ${port}, but listening there is not permitted.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    throw new StartError(`HOST is "${host}", but this machine has no such address.`)
  throw error
}

/** Fails if Elimu cannot listen at its port. */
export async function expectFreePort({ port, host }: Pick<Config, 'port' | 'host'>): Promise<void> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    explainListenError(error as NodeJS.ErrnoException, { port, host })
  }
  await server[Symbol.asyncDispose]()
}
