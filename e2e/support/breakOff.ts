import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Enough for a browser to begin a download. */
export const BYTES = 1_000

/**
 * A proxy in front of a server that breaks the connection after `BYTES` of the first GET of a path. Returns its address,
 * and the ranges of that path that browsers request.
 */
export async function breakOff(url: string, path: string) {
  const ranges: (string | undefined)[] = []
  const proxy = createServer((asked, reply) => {
    const { method, headers } = asked
    const isDownload = method === 'GET' && asked.url === path
    if (isDownload) ranges.push(headers.range)
    const isBroken = isDownload && ranges.length === 1
    const forwarded = request(new URL(asked.url ?? '/', url), { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      if (!isBroken) return answer.pipe(reply)
      let sent = 0
      return answer.on('data', (bytes: Buffer) => {
        const part = bytes.subarray(0, BYTES - sent)
        sent += part.length
        if (sent === BYTES) answer.destroy()
        reply.write(part, () => sent === BYTES && reply.socket?.destroySoon())
      })
    })
    asked.pipe(forwarded)
  })
  // Cookies belong to the host.
  const address = new URL(url)
  await new Promise<void>((resolve) => void proxy.listen(0, address.hostname, resolve))
  address.port = String((proxy.address() as AddressInfo).port)
  return {
    url: address.origin,
    ranges,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
