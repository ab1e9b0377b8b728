/** What a browser remembers of a picture or film until the server has it safe. */
export type QueueItem = {
  /** The same for each try, so that the server keeps one. */
  key: string
  userId: number
  student_id: number
  /** The student's name. */
  student: string
  title: string
  description: string
  /** Of the file as it travels: a photograph is shrunk before. */
  name: string
  size: number
  type: string
  addedAt: number
  sha256?: string | undefined
  /** The address of a film's resumable upload, once the server has given it. */
  uploadUrl?: string | undefined
}

export type ItemState =
  | { is: 'waiting' }
  /** A try failed, and the next one comes by itself. `isOffline`: nobody answered. */
  | { is: 'pausing'; until: number; tries: number; isOffline: boolean }
  | { is: 'preparing'; share: number }
  | { is: 'sending'; share: number }
  /** All of it has travelled; the server has not said yes yet. */
  | { is: 'checking' }
  | { is: 'safe'; isKnown: boolean }
  | { is: 'refused'; message: string }
  /** The browser could not keep the file: somebody has to choose it again. */
  | { is: 'missing' }

export type QueueEntry = {
  item: QueueItem
  state: ItemState
  file: File | undefined
  /** Whether closing the page loses nothing; undefined while the browser writes it down. */
  isKept: boolean | undefined
}

export const isFilm = ({ type }: Pick<QueueItem, 'type'>) => type === 'video/mp4'

export const isSafe = ({ state }: Pick<QueueEntry, 'state'>) => state.is === 'safe'
