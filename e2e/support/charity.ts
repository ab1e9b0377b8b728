import { rmSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { dayOf, yearsBefore } from '#contract/base/days.ts'
import { fold } from '#contract/base/lists.ts'
import { dueOn, type RequestKind, startBy } from '#contract/privacy/requests.ts'
import { importForm } from '#contract/imports.ts'
import { userName } from '#contract/users.ts'
import { readAllFiles } from '../../server/backup/damage/readAll.ts'
import { readConfig } from '../../server/config.ts'
import { connect, databaseFile } from '../../server/database/connect.ts'
import { inBatches } from '../../server/database/inBatches.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openSession, sessionCookie } from '../../server/http/session.ts'
import { runImport } from '../../server/imports/runImport.ts'
import { finishErasures } from '../../server/privacy/erasure/finishErasures.ts'
import { start } from '../../server/start.ts'
import { sheetRows } from '../../server/testing/imports/imports.ts'
import { giveDates, type TermDates } from '../../server/testing/data/calendar.ts'
import { FULL, giveConsent } from '../../server/testing/data/consents.ts'
import { addPaidLine } from '../../server/testing/data/paidLines.ts'
import { giveFees } from '../../server/testing/data/fees.ts'
import { addMedia } from '../../server/testing/data/media.ts'
import { addReceipts, addReportCards } from '../../server/testing/data/records.ts'
import { addSchool } from '../../server/testing/data/schools.ts'
import { addStudents, givePictures, insertStudents } from '../../server/testing/data/students.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { addUser, addUsers, cast } from '../../server/testing/data/users.ts'
import { openSmtpInbox } from '../../server/testing/mail/smtpInbox.ts'

export type Charity = Awaited<ReturnType<typeof openCharity>>
/** `settings` are environment variables, such as `{ VERIFY_OWN_ENTRIES: 'off' }`. */
export type CharityOptions = { hasMailServer?: boolean; settings?: Record<string, string> }
export type Person = { id: number; first_name: string; last_name: string; email: string; name: string }
type NewUser = { role_id: number; status?: number; first_name?: string; last_name?: string; email?: string }

/** An empty database with all migrations, made once for each worker. */
let migrated: Promise<string> | undefined

/** A charity of its own for one test: the real server on its own data, with a mail server and a clock to step. */
export async function openCharity({ hasMailServer = true, settings = {} }: CharityOptions = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'elimu-e2e-'))
  await copyFile(await (migrated ??= migratedDatabase()), databaseFile(dataDir))
  const mailbox = await openSmtpInbox()
  let stepped = 0
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    ...(hasMailServer && { SMTP_URL: mailbox.url }),
    CHARITY_URL: 'https://charity.example',
    ...settings,
  })
  const running = await start(config, pino({ level: 'silent' }), () => new Date(Date.now() + stepped))
  const { db } = running.services
  let count = 0

  /** Users without a name or an address get their own. */
  function named({ first_name = 'Amina', last_name = `Mwangi ${++count}`, ...user }: NewUser) {
    const email = `${first_name}.${last_name}@elimu.test`.toLowerCase().replaceAll(' ', '')
    return { email, ...user, first_name, last_name }
  }

  return {
    url: config.appUrl,
    greeting: running.greeting,
    mailbox,
    /** The server's time. */
    now: () => running.services.clock(),

    /** Lets time pass for the server. */
    step(ms: number): void {
      stepped += ms
    },

    /** Signs a user in without the page; returns the session cookie. */
    async openSession({ id }: Pick<Person, 'id'>) {
      const { token } = await openSession(db, id, running.services.clock())
      return { name: sessionCookie(config.appUrl), value: token, url: config.appUrl, httpOnly: true }
    },

    /** Adds a user directly to the database. */
    async addUser(user: NewUser): Promise<Person> {
      const { id, first_name, last_name, email } = await addUser(db, named(user))
      return { id, first_name, last_name, email, name: userName({ first_name, last_name }) }
    },

    /** Adds many users, all or none. */
    addUsers: (users: NewUser[]) =>
      db.transaction().execute(async (trx) => {
        for await (const batch of inBatches(users)) await addUsers(trx, batch.map(named))
      }),

    /** Adds a school, and its cluster with the first of its schools; returns its id. */
    addSchool: (school: string, cluster?: string) => addSchool(db, school, cluster),

    /** Adds students, with a school; returns their ids. */
    addStudents(students: Parameters<typeof addStudents>[1]) {
      // Journeys run at the real time: with a fixed day of birth, the students would one day be of age.
      const dob = yearsBefore(dayOf(running.services.clock()), 15)
      return addStudents(
        db,
        students.map((student) => ({ dob, ...student })),
      )
    },

    /** Adds many students, without looking for possible duplicates. */
    addManyStudents: (students: Parameters<typeof insertStudents>[1]) =>
      db.transaction().execute((trx) => insertStudents(trx, students)),

    /** Imports students, each with the names of files that the sheet gives; returns the import's id. */
    async importStudents(sheet: { name: string; files?: string[] }[], { id, name }: Person): Promise<number> {
      const liaison = await this.addUser({ role_id: 4, first_name: 'Lydia', last_name: 'Chebet' })
      await addSchool(db)
      const rows = sheetRows(sheet.length, { liaison: liaison.email })
      for (const [index, row] of rows.entries()) Object.assign(row, sheet[index])
      const form = importForm.parse({ kind: 'students', rows, file: 'register.xlsx' })
      const { services } = running
      const now = services.clock()
      const actor = { id, name, role: 1, notifications_admin: false, today: dayOf(now) }
      const asked = { actor, at: now.toISOString() }
      const saved = await db.transaction().execute((trx) => runImport({ trx, ...asked }, form, services))
      return saved.id
    },

    /** Records a Yes to everything, for each of the students. */
    async giveConsents(students: number[], states = FULL): Promise<void> {
      for (const id of students) await giveConsent({ db }, id, states)
    },

    givePictures: (students: number[]) => givePictures(running.services, students),

    /** Add report cards and receipts, each with a PDF that says what it is; return their ids. */
    addReportCards: (reports: Parameters<typeof addReportCards>[1]) =>
      addReportCards(running.services, reports),
    /** Gives schools accounts, and their students of Form 1 a plan, for journeys that pay schools. */
    giveFees: (fees: Parameters<typeof giveFees>[1]) => giveFees(db, fees),
    addReceipts: (receipts: Parameters<typeof addReceipts>[1]) => addReceipts(running.services, receipts),

    /** Adds a payment to a student's school, paid on a day; returns the id of its line. */
    addPaidLine: (paid: Parameters<typeof addPaidLine>[1]) => addPaidLine(db, paid),

    /** Adds pictures and films with their bytes; returns their ids. */
    addMedia: (media: Parameters<typeof addMedia>[1]) =>
      addMedia(
        running.services,
        media.map((each) => ({ created_by: cast.administrator.id, ...each })),
      ),

    /** Changes the status of a student, as another user could at any time. */
    async setStudentStatus(id: number, status: number): Promise<void> {
      await db.updateTable('students').set({ status }).where('id', '=', id).execute()
    },

    /** Marks the waiting letters as failed, as after a day of tries. */
    async failLetters(last_error: string): Promise<void> {
      await db
        .updateTable('letters')
        .set({ state: 'failed', attempts: 19, last_error })
        .where('state', '=', 'waiting')
        .execute()
    },

    /** Deletes the secrets of all authenticator apps, which a restore with another APP_SECRET cannot read. */
    async loseAppSecrets(): Promise<void> {
      await db.updateTable('second_steps').set({ secret: '' }).where('kind', '=', 'totp').execute()
    },

    /** Adds a request of a family, as a liaison officer does. */
    async addRequest(request: { student_id: number; kind: RequestKind; asked_by: string; noted_by: number }) {
      const at = running.services.clock()
      const day = dayOf(at)
      await db
        .insertInto('requests')
        .values({
          ...request,
          state: 'to_decide',
          relation: 'Mother',
          identity_check: 'National ID card',
          asked_on: day,
          words: 'Please show me the record.',
          due_on: dueOn(request.kind, day),
          start_by: startBy(request.kind, dueOn(request.kind, day)),
          noted_at: at.toISOString(),
          search: fold(request.asked_by),
        })
        .execute()
    },

    /** Counts a view of a student's profile by a user, today. */
    async addView(student_id: number, { id: user_id }: Pick<Person, 'id'>): Promise<void> {
      const view = {
        student_id,
        user_id,
        day: dayOf(running.services.clock()),
        kind: 'profile',
        count: 1,
      } as const
      await db.insertInto('views').values(view).execute()
    },

    /** Sets for how many years records are stored. */
    async setRetention(years: number): Promise<void> {
      await db.updateTable('retention').set({ years }).execute()
    },

    /** Sets the dates of terms. */
    setDates: (...terms: TermDates[]) => giveDates(db, ...terms),

    /** The charity's contact, without which no consent form is printed. */
    async setContact(contact: string): Promise<void> {
      await db.updateTable('consent_gate').set({ contact }).execute()
    },

    /** Damages the files of a student, and reads the files of all students again. */
    async damageFiles(student_id: number): Promise<void> {
      const { services } = running
      const files = await db.selectFrom('files').select('key').where('student_id', '=', student_id).execute()
      for (const { key } of files) await services.files.put(key, Buffer.from('damaged'), '')
      await readAllFiles(services, { begin() {}, fileDone() {} })
    },

    /** Anonymises the records whose waiting time has ended, as the server does by itself. */
    finishErasures: () => finishErasures(running.services),

    async setStatus({ id }: Person, status: number): Promise<void> {
      await db.updateTable('users').set({ status }).where('id', '=', id).execute()
    },

    async setRole({ id }: Person, role_id: number): Promise<void> {
      await db.updateTable('users').set({ role_id }).where('id', '=', id).execute()
    },

    async close(): Promise<void> {
      await running.stop()
      await mailbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function migratedDatabase(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'elimu-e2e-migrated-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const database = await connect({ dataDir, databaseUrl: undefined })
  await migrate(database, new Date())
  // As in a database from before second steps; a journey about them sets the rule.
  await database.db.updateTable('sign_in_rule').set({ required: 'nobody' }).execute()
  await database.db.destroy()
  return databaseFile(dataDir)
}
