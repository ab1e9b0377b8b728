import { DatabaseSync } from 'node:sqlite'
import { workerData } from 'node:worker_threads'

/** The thread that moves the log of a SQLite file into it. Readers and writers of the file go on meanwhile. */
const database = new DatabaseSync(workerData as string)
database.exec('pragma synchronous = full; pragma wal_checkpoint(passive)')
database.close()
