/** `npm run bench`: measures Elimu, see bench/README.md. */
import { findBrowser } from './findBrowser.mjs'
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { run } from './run.mjs'

await install({ isForDevelopment: true })
await onNode26(async () => {
  const env = await findBrowser()
  process.exitCode = await run(process.execPath, ['bench/main.ts', ...process.argv.slice(2)], { env })
})
