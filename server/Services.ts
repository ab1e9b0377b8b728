import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Db, Engine } from './database/connect.ts'
import type { FileStore } from './files/FileStore.ts'
import type { Outbox } from './mail/outbox.ts'

/** What routes are built with; each takes what it needs. */
export type Services = {
  config: Config
  /** Signs links and tokens. */
  secret: string
  db: Db
  engine: Engine
  files: FileStore
  outbox: Outbox
  backups: {
    /** Begins a backup: of a night, or one that a user starts; undefined if there is one already. */
    begin: (of: { night?: string; by?: number }) => Promise<{ id: number } | undefined>
    /** When the last good one was read back, and what has to be said of it. */
    lastGood: () => Promise<{ read_back_at: string | null; reason: string | null } | undefined>
  }
  clock: () => Date
  log: FastifyBaseLogger
}
