/** `npm run dev`: the page on PORT and the server behind it, each reloading when its files change. */
import { join } from 'node:path'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { ROOT } from './root.mjs'
import { passOn, run } from './run.mjs'

await install({ isForDevelopment: true })
await onNode26(async () => {
  try {
    process.loadEnvFile(join(ROOT, '.env'))
  } catch {
    // The .env file is optional.
  }
  const { PORT = '3000', ELIMU_SERVER_PORT = String(Number(PORT) + 1) } = process.env
  const { APP_URL = `http://localhost:${PORT}` } = process.env

  const server = run(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
    env: { PORT: ELIMU_SERVER_PORT, APP_URL },
  })
  const page = run(process.execPath, ['node_modules/vite/bin/vite.js', '--config', 'web/vite.config.ts'], {
    env: { PORT, ELIMU_SERVER_PORT },
  })
  await Promise.race([server, page])
  // When one of the two ends, the other is of no use.
  passOn('SIGTERM')
})
