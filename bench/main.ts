import { rmSync } from 'node:fs'
import { annual } from './cases/annual.ts'
import { backup } from './cases/backup.ts'
import { eventLoop } from './cases/eventLoop.ts'
import { gallery, galleryOnPostgres } from './cases/gallery.ts'
import { gallerySave } from './cases/gallerySave.ts'
import { idleMemory } from './cases/idleMemory.ts'
import { imports, importsOnPostgres } from './cases/imports.ts'
import { notifications, notificationsOnPostgres } from './cases/notifications.ts'
import { recordsOnPostgres } from './cases/recordsOnPostgres.ts'
import { reportCardsSave } from './cases/reportCardsSave.ts'
import { reportCardsYear } from './cases/reportCardsYear.ts'
import { signIn } from './cases/signIn.ts'
import { studentsFarPages, studentsPage } from './cases/studentsPage.ts'
import { studentsInBrowser } from './cases/studentsInBrowser.ts'
import { studentsOnPostgres, studentsPageOnPostgres } from './cases/studentsOnPostgres.ts'
import { studentsSearch } from './cases/studentsSearch.ts'
import { studentsWhole } from './cases/studentsWhole.ts'
import { startUp } from './cases/startUp.ts'
import { uploads } from './cases/uploads.ts'
import { usersPage, usersPageOnPostgres } from './cases/usersPage.ts'
import { describeMachine } from './describeMachine.ts'
import { prepareData } from './prepareData.ts'
import { removeMedia } from './prepareMedia.ts'
import { removeRecords } from './prepareRecords.ts'
import { removeStudents } from './prepareStudents.ts'
import { type Measurement, printTable } from './printTable.ts'

/** The cases, in the order of the table. A feature adds its cases here. */
const cases = [
  startUp,
  idleMemory,
  usersPage,
  usersPageOnPostgres,
  signIn,
  eventLoop,
  studentsPage,
  studentsPageOnPostgres,
  studentsFarPages,
  studentsOnPostgres,
  studentsSearch,
  studentsWhole,
  studentsInBrowser,
  uploads,
  reportCardsYear,
  annual,
  reportCardsSave,
  recordsOnPostgres,
  gallery,
  gallerySave,
  galleryOnPostgres,
  notifications,
  notificationsOnPostgres,
  backup,
  imports,
  importsOnPostgres,
]
/** `npm run bench students` measures only the cases whose names begin with `students`. */
const wanted = process.argv.slice(2)
const chosen = cases.filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
)

const data = await prepareData()
try {
  const measurements: Measurement[] = []
  for (const measure of chosen) {
    process.stderr.write(`${measure.name} …\n`)
    measurements.push(...(await measure(data)))
  }
  console.log(`\n${describeMachine()}\n`)
  printTable(measurements)
} finally {
  rmSync(data.dataDir, { recursive: true })
  await removeStudents()
  await removeRecords()
  await removeMedia()
}
