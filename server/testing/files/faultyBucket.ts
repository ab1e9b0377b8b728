import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openS3Server } from './s3Server.ts'

/** More bytes than a request for the beginning of an object returns. */
const LARGE = 100

const DENIED = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'

/** A bucket whose connection can break during a transfer, or whose key may not list it. */
export async function openFaultyBucket() {
  const { endpoint, url } = await openS3Server({ isListed: true })
  const bucket = { url: '', fault: undefined as 'breaks' | 'not listed' | undefined }
  const line = createServer((asked, answer) => {
    const { method, headers } = asked
    const isList = Boolean(asked.url?.includes('list-type=2'))
    if (bucket.fault === 'not listed' && isList) {
      answer.writeHead(403, { 'content-type': 'application/xml' }).end(DENIED)
      return
    }
    const passed = request(endpoint + (asked.url ?? ''), { method, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 500, response.headers)
      const isLarge = method === 'GET' && !isList && Number(response.headers['content-length']) > LARGE
      if (bucket.fault !== 'breaks' || !isLarge) response.pipe(answer)
      else
        response.once('data', (chunk: Buffer) =>
          answer.write(chunk.subarray(0, LARGE), () => answer.destroy()),
        )
    })
    asked.pipe(passed)
  })
  await once(line.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    line.close()
    line.closeAllConnections()
  })
  const { port } = line.address() as AddressInfo
  bucket.url = url.replace(endpoint, `http://127.0.0.1:${port}`)
  return bucket
}
