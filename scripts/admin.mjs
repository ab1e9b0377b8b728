/** `npm run admin`: password links and new administrators, from the shell. */
import { install } from './install.mjs'
import { onNode26 } from './onNode26.mjs'

await install({ isForDevelopment: false })
await onNode26(async () => {
  await import('../server/admin/main.ts')
})
