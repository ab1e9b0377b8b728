import { type Kysely, sql } from 'kysely'
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { pino } from 'pino'
import type { Cluster, School } from '#contract/schools.ts'
import { hasApprovals, type NotificationRow } from '#contract/notifications.ts'
import { createApp } from '../server/app.ts'
import { inviteAdministrator } from '../server/identity/inviteAdministrator.ts'
import { createBackups } from '../server/backup/createBackups.ts'
import type { Config } from '../server/config.ts'
import { connect, databaseFile, type Db } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'
import { openFileStore } from '../server/files/openFileStore.ts'
import { createOutbox } from '../server/mail/outbox.ts'
import { readSecret } from '../server/secret.ts'
import type { Services } from '../server/Services.ts'
import { studentData } from '../server/studentData.ts'
import type { Tables } from '../server/database/tables.ts'
import { addBreaches } from './addBreaches.ts'
import { addCalendar } from './addCalendar.ts'
import { addConsents } from './addConsents.ts'
import { addGallery } from './addGallery.ts'
import { addMoney } from './addMoney.ts'
import { addRecords } from './addRecords.ts'
import { addRequests } from './addRequests.ts'
import { addStudents, settleStudents } from './addStudents.ts'
import { addUsers, signInLiaisons } from './addUsers.ts'
import { createClock, type DemoClock, type DemoTerm, demoTerms, schoolYear } from './demoTime.ts'
import { createVisitor, type Visitor } from './createVisitor.ts'
import { firstAdministrator } from './demoUsers.ts'
import { demoSchools } from '../fixtures/schools.ts'
import type { ReportProgress } from './runConcurrently.ts'
import { IMPORTED, importStudents } from './importStudents.ts'

/**
 * Fills an empty data folder with a sample charity of `count` students, through the calls that the page makes. The
 * database stays in memory until the very end: that is faster, and a folder without a database counts as not filled.
 */
export async function fillDemo(given: Config, count: number, reportProgress: ReportProgress): Promise<void> {
  const config = { ...given, adminEmail: firstAdministrator.email }
  const secret = readSecret(config)
  const files = await openFileStore(config)
  const { db, engine } = await connect({ databaseUrl: undefined, dataDir: ':memory:' })
  const clock = createClock(db)
  const outbox = createOutbox({ clock, domain: 'demo.test' })
  const log = pino({ level: 'silent' })
  const opened = { config, secret, db, engine, files, outbox, studentData, clock, log }
  const services: Services = { ...opened, backups: createBackups(opened) }
  const app = await createApp(services)
  try {
    await migrate({ db, engine }, clock())
    // Everybody can open the demo with the password alone.
    await db.updateTable('sign_in_rule').set({ required: 'nobody' }).execute()
    const { invitation } = await inviteAdministrator(services)
    if (!invitation) throw new Error('the demo is filled already')
    const visitor = createVisitor(app)
    reportProgress('users and schools')
    await addUsers(visitor, invitation.link)
    const schools = await addSchools(visitor)
    const year = schoolYear(clock())
    const students = await addStudents(visitor, schools, { year, count: count - IMPORTED, reportProgress })
    const liaisons = await signInLiaisons(app)
    const terms = demoTerms(clock())
    const receipts = await addRecords(visitor, liaisons, { students, schools, terms }, reportProgress)
    const begun = await addCalendar(visitor, terms, clock())
    reportProgress('letters to supporters')
    await sendTerms(visitor, terms, clock, db)
    reportProgress('photographs and films')
    await addGallery(liaisons, students, clock)
    await addConsents(visitor, students, clock())
    await settleStudents(visitor, students, clock)
    await addRequests(visitor, students, clock())
    await addBreaches(visitor, students, clock)
    await importStudents(visitor, schools, students, year)
    reportProgress('fees, promises and payments')
    await addMoney(app, { students, schools, terms: begun, receipts }, clock)
    await writeRecords(db, databaseFile(config.dataDir))
  } finally {
    await app.close()
    files.close()
    await db.destroy()
  }
}

/** The file gets its own name only once it is complete and flushed to the disk. */
async function writeRecords(db: Db, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  await sql`vacuum into ${unfinished}`.execute(db)
  const written = openSync(unfinished, 'r+')
  fsyncSync(written)
  closeSync(written)
  renameSync(unfinished, file)
}

/** Adds the clusters and their schools; returns the schools. */
async function addSchools(visitor: Visitor): Promise<School[]> {
  const added: School[] = []
  for (const [cluster_name, schools] of Object.entries(demoSchools)) {
    const { data: cluster } = await visitor.post<{ data: Cluster }>('/api/clusters', { cluster_name })
    for (const school of schools) {
      const { data } = await visitor.post<{ data: School }>('/api/schools', {
        school,
        cluster_id: cluster.id,
      })
      added.push(data)
    }
  }
  return added
}

/** Sends the news of every term but the latest, dated at the end of the term. */
async function sendTerms(
  administrator: Visitor,
  terms: DemoTerm[],
  clock: DemoClock,
  db: Kysely<Tables>,
): Promise<void> {
  const { data: rows } = await administrator.get<{ data: NotificationRow[] }>('/api/notifications')
  try {
    for (const { year, term, isLatest } of terms) {
      const row = rows.find(({ year_name, term_name }) => year_name === year && term_name === term)
      if (isLatest || !row || !hasApprovals(row)) continue
      await clock.setBack(endOf(year, term))
      await administrator.post('/api/notifications', { year_id: row.year_id, term_id: row.term_id })
    }
  } finally {
    await clock.goOn()
  }
  // Marks the letters as sent, as if a mail server had taken them then.
  await db
    .updateTable('letters')
    .set((eb) => ({
      state: 'sent',
      attempts: 1,
      sent_at: eb.ref('created_at'),
      answer: '250 Message accepted',
    }))
    .where('list_id', 'is not', null)
    .execute()
  // One supporter has given up their mailbox.
  await db
    .updateTable('letters')
    .set({ state: 'failed', sent_at: null, answer: null, last_error: '550 5.1.1 No such mailbox here' })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('letters')
        .select((max) => max.fn.max('id').as('id'))
        .where('list_id', 'is not', null),
    )
    .execute()
}

/** Terms end in April, August and November. */
const endOf = (year: string, term: string) =>
  new Date(Date.UTC(Number(year), { 1: 3, 2: 7 }[term.slice(-1)] ?? 10, 20, 8))
