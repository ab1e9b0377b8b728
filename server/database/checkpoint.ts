import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** The thread that checkpoints a SQLite file: it moves the log into the file. Readers and writers continue meanwhile. */
const database = new DatabaseSync(workerData as string)
database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
database.close()
