/** `npm run backup`: see docs/operating.md. */
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'

await install({ isForDevelopment: false })
await onNode26(async () => {
  await import('../server/backup/cli/backupMain.ts')
})
