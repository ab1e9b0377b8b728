import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** The name of what one user sends in pieces, in the address and on the disk. */
export const newPieces = (user_id: number) => `${user_id}-${randomBytes(16).toString('hex')}`

/** Whether a name is one of ours, and this user's. No other gets as far as the disk. */
export const isOwnPieces = (id: string, user_id: number) =>
  /^\d+-[\da-f]{32}$/.test(id) && id.startsWith(`${user_id}-`)

/** Whether a name on the disk is that of a film whose sender also sends another. */
export const areOfSame = (id: string, name: string) => isOwnPieces(name, Number.parseInt(id, 10))

/** Whether a name on the disk is that of pieces, or of what was said of them. */
export const arePieces = (name: string) => /^\d+-[\da-f]{32}(\.json)?$/.test(name)

/** Where the pieces lie put together, and what was said of them at the beginning. */
export const piecePaths = (folder: string, id: string) => ({
  bytes: join(folder, id),
  facts: join(folder, `${id}.json`),
})
