import { z } from 'zod'
import { type Calls, reply } from './call.ts'

/**
 * `not good`: it was made, but not everything was read back as it should be. Only a good one counts as a backup.
 */
export const backupStates = ['running', 'good', 'failed', 'not good'] as const

/** The work of a backup, in order. */
export const backupSteps = ['records', 'files', 'reading back'] as const

/** After so many hours without a good backup the page warns, and administrators get a letter. */
export const LAPSE_HOURS = 36

export const backupMessages = {
  started: 'A copy is being made.',
  isRunning: 'A copy is being made already.',
  notSet: 'No place for copies is set. Ask whoever runs Elimu to set BACKUP_TO.',
  notPruned: 'Old copies are not all removed',
} as const

/** Whether a good one could not remove what the rules do not keep. */
export const isUnpruned = (backup: { reason: string | null } | undefined) =>
  Boolean(backup?.reason?.startsWith(backupMessages.notPruned))

/** `40 hours`, and days where hours would have to be counted back. */
export const lapseWords = (hours: number) =>
  hours < 96 ? `${hours} hours` : `${Math.floor(hours / 24)} days`

const count = z.number().int()

export const backupSchema = z.object({
  id: count,
  state: z.enum(backupStates),
  is_nightly: z.boolean(),
  started_at: z.string(),
  /** The name of whoever started it; null for nightly ones and for those started on the server itself. */
  started_by: z.string().nullable(),
  read_back_at: z.string().nullable(),
  /** The size of everything in it, and of what had not been sent before; null where nobody knows. */
  bytes: count.nullable(),
  new_bytes: count.nullable(),
  /** Why it is not good, or what has to be said of a good one. */
  reason: z.string().nullable(),
  /** How far it is, or came. */
  step: z.enum(backupSteps),
  files_done: count,
  files_total: count,
})
export type Backup = z.output<typeof backupSchema>

/** What the operator has set for nightly backups. Keys and secrets are never told. */
export const nightlyBackupsSchema = z.object({
  to: z.string(),
  /** Whether that is a bucket, and not a folder. */
  is_online: z.boolean(),
  /** The time of the day in Nairobi, and the next instant of it. */
  at: z.string(),
  next_at: z.string(),
  keep: z.object({ days: count, weeks: count, months: count }),
  is_encrypted: z.boolean(),
})
export type NightlyBackups = z.output<typeof nightlyBackupsSchema>

/** That no backup has been good for longer than it should take. */
export const backupLapseSchema = z.object({
  /** The last good one, or when nightly backups were turned on. */
  since: z.string(),
  hours: count,
  /** When the letter about it was last written. */
  letter_at: z.string().nullable(),
})
export type BackupLapse = z.output<typeof backupLapseSchema>

export const backupOverviewSchema = z.object({
  /** The server's clock, which all of this is told by. */
  now: z.string(),
  /** Null where no place is set: then no backups are made. */
  nightly: nightlyBackupsSchema.nullable(),
  /** How many copies lie at that place. */
  kept: count,
  last_good: backupSchema.nullable(),
  running: backupSchema.nullable(),
  /** The last ten that ended, the newest first. */
  latest: z.array(backupSchema),
  lapse: backupLapseSchema.nullable(),
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
