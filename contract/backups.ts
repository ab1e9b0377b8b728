import { z } from 'zod'
import { type Calls, reply } from './base/call.ts'
import { examPapers } from './students/entryExams.ts'

/**
 * `not good`: the copy was made, but part of it could not be read back correctly. Only a good copy counts as a backup.
 */
export const backupStates = ['running', 'good', 'failed', 'not good'] as const

export const backupSteps = ['records', 'files', 'reading back'] as const

export const restoreTestStates = ['running', 'passed', 'failed'] as const

/** After this many hours without a good backup the page warns, and administrators are sent a letter. */
export const LAPSE_HOURS = 36

export const backupMessages = {
  started: 'A copy is being made.',
  isRunning: 'A copy is being made already.',
  notSet: 'No place for copies is set. The setting is BACKUP_TO: see Backup in docs/operating.md.',
  notPruned: 'Old copies are not all removed',
} as const

/** `40 hours`; longer times in days. */
export const lapseWords = (hours: number) =>
  hours < 96 ? `${hours} hours` : `${Math.floor(hours / 24)} days`

const count = z.number().int()

export const backupSchema = z.object({
  id: count,
  state: z.enum(backupStates),
  is_nightly: z.boolean(),
  started_at: z.string(),
  /** The name of the user who started it; null for nightly backups and for those started on the server itself. */
  started_by: z.string().nullable(),
  read_back_at: z.string().nullable(),
  /** The total size, and the size of what was new; null if unknown. */
  bytes: count.nullable(),
  new_bytes: count.nullable(),
  /** Why the backup is not good, or a warning about a good one. */
  reason: z.string().nullable(),
  /** Whether it is good, but failed to remove expired copies. */
  is_unpruned: z.boolean(),
  /** How far the backup has come, or came before it failed. */
  step: z.enum(backupSteps),
  files_done: count,
  files_total: count,
})
export type Backup = z.output<typeof backupSchema>

/** The settings of nightly backups. Keys and secrets are never included. */
export const nightlyBackupsSchema = z.object({
  to: z.string(),
  /** Whether the location is a bucket rather than a folder. */
  is_online: z.boolean(),
  /** The time of day in Nairobi, and the instant of the next backup. */
  at: z.string(),
  next_at: z.string(),
  keep: z.object({ days: count, weeks: count, months: count }),
  is_encrypted: z.boolean(),
  /** Whether a copy is restored on trial every week. */
  is_tested: z.boolean(),
})
export type NightlyBackups = z.output<typeof nightlyBackupsSchema>

/** Set if the last good backup is too old. */
export const backupLapseSchema = z.object({
  /** When the last good backup was made, or when nightly backups were turned on. */
  since: z.string(),
  hours: count,
  /** When the last letter about this was written. */
  letter_at: z.string().nullable(),
})
export type BackupLapse = z.output<typeof backupLapseSchema>

/** The kind of a stored file, by its purpose. */
export const fileWords = {
  picture: 'Profile picture',
  certificate: examPapers.certificate.paper,
  'result slip': examPapers['result slip'].paper,
  report: 'Report card',
  receipt: 'Receipt',
  document: 'Document',
  media: 'Gallery',
  consent: 'Consent form',
  request: 'Paper of a request',
} as const

/** How many damaged files the page lists. */
export const DAMAGED_SHOWN = 100

/** A stored file whose bytes differ from those that were uploaded, or are missing. */
export const damagedFileSchema = z.object({
  file_id: count,
  name: z.string(),
  /** In words; a smaller picture is a file of its own. */
  kind: z.string(),
  student_id: count,
  ref: z.string(),
  damage: z.enum(['damaged', 'missing']),
  since: z.string(),
  /** When administrators were sent a letter about it. */
  letter_at: z.string().nullable(),
})
export type DamagedFile = z.output<typeof damagedFileSchema>

/** `2 stored files are damaged or missing` */
export const damagedWords = (files: number) =>
  files === 1 ? '1 stored file is damaged or missing' : `${files} stored files are damaged or missing`

/** The newest test that restored a copy into a scratch folder. */
export const restoreTestSchema = z.object({
  state: z.enum(restoreTestStates),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  tables: count.nullable(),
  rows: count.nullable(),
  /** Null for an encrypted copy, whose files the server cannot open. */
  files: count.nullable(),
  reason: z.string().nullable(),
})
export type RestoreTest = z.output<typeof restoreTestSchema>

export const backupOverviewSchema = z.object({
  /** The server's time, on which the other times are based. */
  now: z.string(),
  /** Null if no backup location is set: then no backups are made. */
  nightly: nightlyBackupsSchema.nullable(),
  /** The number of copies at that location. */
  kept: count,
  last_good: backupSchema.nullable(),
  running: backupSchema.nullable(),
  /** The last ten finished backups, the newest first. */
  latest: z.array(backupSchema),
  lapse: backupLapseSchema.nullable(),
  /** The first of the damaged files, and how many there are. */
  damaged: z.array(damagedFileSchema),
  damaged_total: count,
  /** Null if none was made yet. */
  restore_test: restoreTestSchema.nullable(),
  /** The names of copies that were good, and were found damaged later. */
  damaged_copies: z.array(z.string()),
})
export type BackupOverview = z.output<typeof backupOverviewSchema>

export const backupCalls = {
  'GET /api/backups': {
    summary: 'The last copies, the one that is being made, and where and when copies are made',
    answer: reply({ data: backupOverviewSchema }),
  },
  'POST /api/backups': {
    summary: 'Begin to make a copy now',
    answer: reply({ message: z.string() }),
  },
} as const satisfies Calls
