import { cpus, totalmem } from 'node:os'
import { backup } from './cases/backup.ts'
import { gallery, galleryOnPostgres, gallerySave } from './cases/gallery.ts'
import { imports, importsOnPostgres } from './cases/imports.ts'
import { notifications, notificationsOnPostgres } from './cases/notifications.ts'
import { annual, recordsOnPostgres, reportCardsSave, reportCardsYear } from './cases/records.ts'
import { eventLoop, idleMemory, signIn, startUp, uploads } from './cases/server.ts'
import {
  studentsFarPages,
  studentsOnPostgres,
  studentsPage,
  studentsSearch,
  studentsWhole,
  usersPage,
  usersPageOnPostgres,
} from './cases/lists.ts'
import { studentsInBrowser } from './cases/studentsInBrowser.ts'
import { removeData } from './elimu.ts'
import { type Measurement, printCase, printTable } from './figures.ts'

/** In the order of the table. */
const cases = [
  startUp,
  idleMemory,
  usersPage,
  usersPageOnPostgres,
  signIn,
  eventLoop,
  studentsPage,
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

const wanted = process.argv.slice(2)
const unknown = wanted.filter((start) => !cases.some(({ name }) => name.startsWith(start)))
if (unknown.length > 0) {
  console.error(`No case begins with: ${unknown.join(', ')}. The cases are:`)
  for (const { name } of cases) console.error(`  ${name}`)
  process.exit(1)
}

const measurements: Measurement[] = []
try {
  for (const measure of cases) {
    if (wanted.length > 0 && !wanted.some((start) => measure.name.startsWith(start))) continue
    console.error(`${measure.name} …`)
    const measured = await measure()
    printCase(measure.name, measured)
    measurements.push(...measured)
  }
} finally {
  await removeData()
}

const cores = cpus()
const memory = Math.round(totalmem() / 2 ** 30)
const day = new Date().toISOString().slice(0, 10)
console.log(
  `\n${day}, Node ${process.versions.node}, ${cores.length} cores (${cores[0]?.model}), ${memory} GB, load generator on the same machine\n`,
)
printTable(measurements)
