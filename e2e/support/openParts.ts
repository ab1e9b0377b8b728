import react from '@vitejs/plugin-react'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { freePort } from '../../server/testing/freePort.ts'

const ROOT = join(import.meta.dirname, '../parts')
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

export type Parts = Awaited<ReturnType<typeof openParts>>

/** Builds the parts that no screen shows yet, and serves them beside an upload that reads no faster than told. */
export async function openParts() {
  const folder = await mkdtemp(join(tmpdir(), 'elimu-parts-'))
  await build({
    root: ROOT,
    configFile: false,
    plugins: [react()],
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
    },
  })
  const uploads: IncomingMessage[] = []
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://parts')
    if (pathname === '/upload') {
      uploads.push(request)
      request.on('end', () =>
        answer.setHeader('content-type', 'application/json').end(JSON.stringify({ message: 'Saved.' })),
      )
      return
    }
    const file = pathname === '/' ? '/index.html' : pathname
    const type = types[extname(file)]
    if (!type) {
      answer.writeHead(204).end()
      return
    }
    answer.setHeader('content-type', type)
    createReadStream(join(folder, file)).pipe(answer)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${port}`,
    uploads,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
