import type { FastifyBaseLogger } from 'fastify'
import type { RestoreTest } from '#contract/backups.ts'
import type { Config } from './config.ts'
import type { Db, Engine } from './database/connect.ts'
import type { FileStore } from './files/FileStore.ts'
import type { AllStudentData } from './database/studentData.ts'
import type { Outbox } from './mail/outbox.ts'

/** The dependencies of routes; each route takes the ones it needs. */
export type Services = {
  config: Config
  /** Signs links and tokens. */
  secret: string
  db: Db
  engine: Engine
  files: FileStore
  outbox: Outbox
  /** What each feature stores about children: exports and anonymising read it. */
  studentData: AllStudentData
  backups: {
    /** Begins the backup of a night, or one that a user starts; undefined if one is running already. */
    begin: (of: { night?: string; by?: number }) => Promise<{ id: number } | undefined>
    /** When the last good backup was read back, and whether it failed to remove expired copies. */
    lastGood: () => Promise<{ read_back_at: string | null; is_unpruned: number } | undefined>
    /** The newest test restore. */
    lastTest: () => Promise<RestoreTest | undefined>
    /** The figures for monitoring. */
    figures: () => Promise<{
      /** When the last good backup was read back, or since when nightly backups are on; undefined if they are off. */
      goodSince: string | undefined
      /** When the stored file that was read longest ago was read; null without files. */
      oldestReading: string | null
      damaged: number
    }>
    /** What is wrong with stored files and copies, in sentences for monitoring: without names of files or students. */
    warnings: () => Promise<string[]>
    /** Lists the anonymised records in DATA_DIR and beside the copies: a restore anonymises them again. */
    writeLedger: () => Promise<void>
  }
  clock: () => Date
  log: FastifyBaseLogger
}
