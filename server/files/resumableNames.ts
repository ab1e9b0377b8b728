import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** The name of an upload that can be resumed, in its address and on the disk. It begins with its user's id. */
export const newResumableName = (user_id: number) => `${user_id}-${randomBytes(16).toString('hex')}`

/** Whether a name is well formed and of this user's upload. No other name is used as a path. */
export const isOwnResumable = (id: string, user_id: number) =>
  /^\d+-[\da-f]{32}$/.test(id) && id.startsWith(`${user_id}-`)

/** Whether two uploads come from the same user. */
export const areOfSameUser = (id: string, name: string) => isOwnResumable(name, Number.parseInt(id, 10))

/** Whether a file on the disk is the bytes of an upload, or the details from its first call. */
export const isResumableName = (name: string) => /^\d+-[\da-f]{32}(\.json)?$/.test(name)

/** The paths of the received bytes and of the details. */
export const resumablePaths = (folder: string, id: string) => ({
  bytes: join(folder, id),
  facts: join(folder, `${id}.json`),
})
