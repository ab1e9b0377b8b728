/** What the browser stores about a file until the server has saved it. */
export type QueueItem = {
  /** The idempotency key: the same for each try, so that the server saves the file once. */
  key: string
  userId: number
  student_id: number
  /** The student's name. */
  student: string
  /** With an import came the student's picture or certificate; everything else goes to the gallery. */
  imported?: { id: number; as: StudentFile } | undefined
  /** That of a picture or film; of an imported file its name. */
  title: string
  description: string
  /** Name, size and type of the file that is sent: a photograph is shrunk first. */
  name: string
  size: number
  type: string
  addedAt: number
  sha256?: string | undefined
  /** The address of a film's resumable upload, once the server has given it. */
  uploadUrl?: string | undefined
}

/** The files that a student has one of each. */
export type StudentFile = 'picture' | 'certificate'

/** Whether the gallery had the file already, and whether it got the title and description that were typed now. */
export type Kept = { isKnown: boolean; isRenamed: boolean }

export type ItemState =
  | { is: 'waiting' }
  /** A try failed, and the next one starts by itself. `isOffline`: there was no answer. */
  | { is: 'pausing'; until: number; tries: number; isOffline: boolean }
  | { is: 'preparing'; share: number }
  | { is: 'sending'; share: number }
  /** The whole file has been sent; the server has not confirmed it yet. */
  | { is: 'checking' }
  | ({ is: 'safe' } & Kept)
  | { is: 'refused'; message: string }
  /** The browser could not keep the file: somebody has to choose it again. */
  | { is: 'missing' }

export type QueueEntry = {
  item: QueueItem
  state: ItemState
  file: File | undefined
  /** Whether the browser has stored the file, so that closing the page loses nothing; undefined meanwhile. */
  isKept: boolean | undefined
}

export const isFilm = ({ type }: Pick<QueueItem, 'type'>) => type.startsWith('video/')

export const isSafe = ({ state }: Pick<QueueEntry, 'state'>) => state.is === 'safe'
