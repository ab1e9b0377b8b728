import { sql } from 'kysely'
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { pino } from 'pino'
import { createApp } from '../server/app.ts'
import { inviteAdministrator } from '../server/auth/inviteAdministrator.ts'
import type { Config } from '../server/config.ts'
import { connect, type Db, databaseFile } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'
import { openFileStore } from '../server/files/openFileStore.ts'
import { createOutbox } from '../server/mail/outbox.ts'
import { readSecret } from '../server/secret.ts'
import type { Services } from '../server/Services.ts'
import { addGallery } from './addGallery.ts'
import { addRecords } from './addRecords.ts'
import { addSchools } from './addSchools.ts'
import { addStudents, settleStudents } from './addStudents.ts'
import { addUsers } from './addUsers.ts'
import { createClock } from './createClock.ts'
import { createVisitor } from './createVisitor.ts'
import { firstAdministrator } from './demoUsers.ts'
import { demoTerms, schoolYear } from './demoYears.ts'
import { sendTerms } from './sendTerms.ts'
import { signInLiaisons } from './signInLiaisons.ts'

/** Tells which part is being filled, and how many of how many are done. */
export type Tell = (part: string, done?: number, count?: number) => void

/**
 * Fills an empty data folder with a sample charity of so many students, through the calls that the page makes. The
 * records stay in memory until the very end: that is faster, and a folder without them is not filled.
 */
export async function fillDemo(given: Config, count: number, tell: Tell): Promise<void> {
  const config = { ...given, adminEmail: firstAdministrator.email }
  const clock = createClock()
  const secret = readSecret(config)
  const files = await openFileStore(config)
  const { db, engine } = await connect({ databaseUrl: undefined, dataDir: ':memory:' })
  const outbox = createOutbox({ clock, domain: 'demo.test' })
  const services: Services = { config, secret, db, engine, files, outbox, clock }
  const app = await createApp(services, pino({ level: 'silent' }))
  try {
    await migrate({ db, engine }, clock())
    const { invitation } = await inviteAdministrator(services)
    if (!invitation) throw new Error('the demo is filled already')
    const visitor = createVisitor(app)
    tell('users and schools')
    await addUsers(visitor, invitation.link)
    const schools = await addSchools(visitor)
    const students = await addStudents(visitor, schools, { year: schoolYear(clock()), count, tell })
    const liaisons = await signInLiaisons(app)
    const terms = demoTerms(clock())
    await addRecords(visitor, liaisons, { students, schools, terms }, tell)
    tell('letters to supporters')
    await sendTerms(visitor, terms, clock, db)
    tell('photographs and films')
    await addGallery(liaisons, students, clock)
    await settleStudents(visitor, students)
    await writeRecords(db, databaseFile(config.dataDir))
  } finally {
    await app.close()
    files.close()
    await db.destroy()
  }
}

/** Under their own name only once they are whole and on the disk. */
async function writeRecords(db: Db, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  await sql`vacuum into ${unfinished}`.execute(db)
  const written = openSync(unfinished, 'r+')
  fsyncSync(written)
  closeSync(written)
  renameSync(unfinished, file)
}
