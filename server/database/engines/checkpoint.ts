import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/**
 * The thread that checkpoints a SQLite file: it moves the log into the file. Readers and writers continue, unless it also
 * empties the log: then writers wait for it, at most as long as it waits for readers.
 */
const { file, empties } = workerData as { file: string; empties: boolean }
const database = new DatabaseSync(file)
database.exec('pragma synchronous = full')
database.exec(
  empties ? 'pragma busy_timeout = 1000; pragma wal_checkpoint(truncate)' : 'pragma wal_checkpoint(passive)',
)
database.close()
