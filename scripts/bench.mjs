/** `npm run bench`: measures Elimu, see bench/README.md. */
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'
import { run } from './run.mjs'

await install({ isForDevelopment: true })
await onNode26(async () => {
  process.exitCode = await run(process.execPath, ['bench/main.ts', ...process.argv.slice(2)])
})
