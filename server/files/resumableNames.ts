import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** The name of an upload that can be resumed, in its address and on the disk. It begins with its user's id. */
export const newResumableName = (user_id: number) => `${user_id}-${randomBytes(16).toString('hex')}`

/** Whether a name is well formed, and of an upload of this user. No other name reaches the disk. */
export const isOwnResumable = (id: string, user_id: number) =>
  /^\d+-[\da-f]{32}$/.test(id) && id.startsWith(`${user_id}-`)

/** Whether two uploads come from the same user. */
export const areOfSameUser = (id: string, name: string) => isOwnResumable(name, Number.parseInt(id, 10))

/** Whether a file on the disk holds an upload's bytes, or the facts that came with its first call. */
export const isResumableName = (name: string) => /^\d+-[\da-f]{32}(\.json)?$/.test(name)

/** Where the bytes that have come lie, and where the facts. */
export const resumablePaths = (folder: string, id: string) => ({
  bytes: join(folder, id),
  facts: join(folder, `${id}.json`),
})
