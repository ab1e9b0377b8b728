import { storeAnswer } from '../../files/FileStore.ts'
import { StartError } from '../../base/StartError.ts'

/** A failed backup or restore. The message is the sentence that users read. */
export class BackupError extends Error {}

/** An error at the backup location. */
class LocationError extends BackupError {}

export const isLocationError = (error: unknown) => error instanceof LocationError

export const sentences = {
  noAnswer: 'The store did not answer',
  full: 'The store is full',
  refused: 'The store refused the key',
  mayNotList: 'The store does not let the key list the bucket',
  noBucket: 'The store has no such bucket',
  noFolder: 'The folder for copies does not exist',
  noAccess: 'Elimu needs the right to read and write in the folder for copies',
  differs: 'A file differs when read back',
  missing: (name: string) => `${name} is missing`,
  diskFull: 'The disk of this server is full',
} as const

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])

type Failure = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

const SQLITE_FULL = 13

/** The beginning of messages that only a programmer may understand. */
export const UNEXPECTED = 'Something went wrong: '

/** The sentence for an error that ended a backup or a restore. */
export function sentenceOf(error: unknown): string {
  const { code = '', errcode, message } = error as { code?: string; errcode?: number; message: string }
  if (NO_ROOM.has(code) || errcode === SQLITE_FULL) return sentences.diskFull
  return error instanceof BackupError || error instanceof StartError ? message : UNEXPECTED + message
}

/** Wraps an error of the backup location in a sentence that names the cause. */
export function locationError(error: unknown, { isList = false } = {}): Error {
  if (error instanceof BackupError) return error
  return new LocationError(storeSentence(error as Failure, isList), { cause: error })
}

/** Wraps an error of the store with Elimu's own files; the sentence names that store, not the backup location. */
export function filesError(error: unknown, { isList = false } = {}): Error {
  if (error instanceof BackupError) return error
  const sentence = storeSentence(error as Failure, isList)
  return new BackupError(sentence.replace('The store', 'The store of the files'), { cause: error })
}

function storeSentence(error: Failure, isList: boolean): string {
  const { code = '' } = error
  if (['ENOENT', 'ENOTDIR'].includes(code)) return sentences.noFolder
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return sentences.noAccess
  const answer = storeAnswer(error)
  return refusal(error, isList) + (answer && ` (${answer})`)
}

function refusal({ name = '', code = '', message, $metadata }: Failure, isList: boolean): string {
  const status = $metadata?.httpStatusCode
  if (NO_ROOM.has(code) || status === 507 || /Quota|InsufficientStorage|Full/.test(name))
    return sentences.full
  if (name === 'NoSuchBucket') return sentences.noBucket
  if (isList && name === 'AccessDenied') return sentences.mayNotList
  if (status === 401 || status === 403) return sentences.refused
  if (!status || status >= 500) return sentences.noAnswer
  return `The store answered: ${message ?? name}`
}
