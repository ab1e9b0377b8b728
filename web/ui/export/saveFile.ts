import { dayOf } from '#contract/base/days.ts'
import { type ConfirmedAction, send } from '../http.ts'

/** Long enough for a browser that asks where to save. */
const REVOKE_AFTER_MS = 60_000

/** Saves a file under a name that ends with the day. */
export function saveFile(file: Blob, name: string, ending: string): void {
  const address = URL.createObjectURL(file)
  startDownload(address, `${name}-${dayOf(new Date())}.${ending}`)
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS)
}

/** Asks for a second step first, if the download needs one: the browser's own request cannot ask. */
export async function confirmAndDownload(
  address: string,
  action: ConfirmedAction,
  name?: string,
): Promise<void> {
  await send('HEAD', address, { action })
  startDownload(address, name)
}

/** Lets the browser download an address. The server may give the file another name. */
function startDownload(address: string, name = ''): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}
