/** Why a backup or a restore did not succeed, as the sentence that people read. */
export class BackupError extends Error {}

export const sentences = {
  noAnswer: 'The store did not answer',
  full: 'The store is full',
  refused: 'The store refused the key',
  noBucket: 'The store has no such bucket',
  noFolder: 'The folder for copies is not there',
  noAccess: 'Elimu may not write to the folder for copies',
  otherwise: 'A file read back otherwise',
  diskFull: 'The disk of this server is full',
} as const

type Failure = { name?: string; code?: string; message?: string; $metadata?: { httpStatusCode?: number } }

/** The same as the sentence that says what to mend, if it is of the place where backups go. */
export function placeError(error: unknown): Error {
  if (error instanceof BackupError) return error
  return new BackupError(sentenceOf(error as Failure), { cause: error })
}

function sentenceOf({ name = '', code = '', message, $metadata }: Failure): string {
  const status = $metadata?.httpStatusCode
  if (['ENOSPC', 'EDQUOT'].includes(code) || status === 507 || /Quota|InsufficientStorage|Full/.test(name))
    return sentences.full
  if (['ENOENT', 'ENOTDIR'].includes(code)) return sentences.noFolder
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return sentences.noAccess
  if (name === 'NoSuchBucket') return sentences.noBucket
  if (status === 401 || status === 403) return sentences.refused
  if (!status || status >= 500) return sentences.noAnswer
  return `The store answered: ${message ?? name}`
}
