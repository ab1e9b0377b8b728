import { pino } from 'pino'
import { createApp } from '../app.ts'
import { inviteAdministrator } from '../auth/inviteAdministrator.ts'
import type { Config } from '../config.ts'
import { connect } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { openFileStore } from '../files/FileStore.ts'
import { createOutbox } from '../mail/outbox.ts'
import { readSecret } from '../secret.ts'
import type { Services } from '../Services.ts'
import { addGallery } from './addGallery.ts'
import { addRecords } from './addRecords.ts'
import { addSchools } from './addSchools.ts'
import { addStudents, settleStudents } from './addStudents.ts'
import { addUsers } from './addUsers.ts'
import { createClock } from './createClock.ts'
import { createVisitor } from './createVisitor.ts'
import { demoTerms, schoolYear } from './demoYears.ts'
import { sendTerms } from './sendTerms.ts'
import { signInLiaisons } from './signInLiaisons.ts'

/** Fills an empty data folder with a sample charity, through the calls that the page makes. */
export async function fillDemo(config: Config): Promise<void> {
  const clock = createClock()
  const secret = readSecret(config)
  const files = await openFileStore(config)
  const { db, engine } = await connect(config)
  const outbox = createOutbox({ clock, domain: 'demo.test' })
  const services: Services = { config, secret, db, engine, files, outbox, clock }
  const app = await createApp(services, pino({ level: 'silent' }))
  try {
    await migrate({ db, engine })
    const { invitation } = await inviteAdministrator(services)
    if (!invitation) throw new Error('the demo is filled already')
    const visitor = createVisitor(app)
    await addUsers(visitor, invitation.link)
    const schools = await addSchools(visitor)
    const students = await addStudents(visitor, schools, schoolYear(clock()))
    const liaisons = await signInLiaisons(app)
    const terms = demoTerms(clock())
    await addRecords(visitor, liaisons, { students, schools, terms })
    await sendTerms(visitor, terms, clock, db)
    await addGallery(liaisons, students, clock)
    await settleStudents(visitor, students)
  } finally {
    await app.close()
    files.close()
    await db.destroy()
  }
}
