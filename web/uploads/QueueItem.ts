/** What the browser stores about a file until the server has saved it. */
export type QueueItem = {
  /** The idempotency key: the same for each try, so that the server saves the file once. */
  key: string
  userId: number
  student_id: number
  /** The student's name. */
  student: string
  /** Set for a student's picture or certificate from an import; all other items go to the gallery. */
  imported?: { id: number; as: StudentFile } | undefined
  /** The title of a picture or film; for an imported file, its name. */
  title: string
  description: string
  /** The ids of the other students in it. */
  others?: number[] | undefined
  /** Name, size and type of the file that is sent: a photograph is shrunk first. */
  name: string
  size: number
  type: string
  addedAt: number
  sha256?: string | undefined
  /** The address of a film's resumable upload, once the server has given it. */
  uploadUrl?: string | undefined
}

/** Kinds of files of which a student has one. */
export type StudentFile = 'picture' | 'certificate'

/** Whether the gallery already had the file, and whether its title and description were updated. */
export type SaveResult = { isKnown: boolean; isRenamed: boolean }

export type ItemState =
  | { is: 'waiting' }
  /** A try failed, and the next one starts automatically. `isOffline`: the server did not answer. */
  | { is: 'pausing'; until: number; tries: number; isOffline: boolean }
  | { is: 'preparing'; share: number }
  | { is: 'sending'; share: number }
  /** The whole file has been sent; the server has not confirmed it yet. */
  | { is: 'checking' }
  | ({ is: 'safe' } & SaveResult)
  | { is: 'refused'; message: string }
  /** The browser could not store the file, so the user has to choose it again. */
  | { is: 'missing' }

export type QueueEntry = {
  item: QueueItem
  state: ItemState
  file: File | undefined
  /** Whether the browser has stored the file, so that closing the page loses nothing; undefined while storing. */
  isStored: boolean | undefined
}

export const isFilm = ({ type }: Pick<QueueItem, 'type'>) => type.startsWith('video/')

export const isSafe = ({ state }: Pick<QueueEntry, 'state'>) => state.is === 'safe'
