import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A TCP proxy to another server. When frozen it accepts connections and bytes, and never answers; when closed it refuses
 * connections.
 */
export async function openTcpProxy(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isFrozen = false
  let left = Infinity
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        if (from === near && (left -= 1) < 0) cut()
        else if (!isFrozen) to.write(chunk)
      })
      from.on('end', () => void (isFrozen || to.end()))
      from.on('error', () => to.destroy())
      from.on('close', () => sockets.delete(from))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    left = Infinity
    for (const socket of sockets) socket.destroy()
  }
  const close = () => {
    server.close()
    cut()
  }
  onTestFinished(close)
  return {
    /** The same address through the proxy. */
    url: url.replace(`${hostname}:${port}`, `127.0.0.1:${(server.address() as AddressInfo).port}`),
    freeze: () => void (isFrozen = true),
    thaw: () => void (isFrozen = false),
    /** After this number of messages to the server, breaks all connections instead of forwarding the next one. */
    cutAfter: (messages: number) => void (left = messages),
    close,
  }
}
