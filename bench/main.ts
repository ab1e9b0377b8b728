import { cpus, totalmem } from 'node:os'
import {
  fillLarge,
  fillLargeRecords,
  fillMedia,
  fillMoney,
  fillNews,
  fillRecords,
  fillSmall,
  fillUsers,
  type Where,
} from '../fixtures/largeCharity.ts'
import { backup } from './cases/backup.ts'
import { gallery, gallerySave } from './cases/gallery.ts'
import { imports, pastImports } from './cases/imports.ts'
import { largeLists } from './cases/large.ts'
import {
  activitiesPages,
  fundingPages,
  navBar,
  studentsFarPages,
  studentsPage,
  studentsSearch,
  studentsWhole,
  usersPage,
} from './cases/lists.ts'
import { notifications } from './cases/notifications.ts'
import { paper } from './cases/paper.ts'
import { payments } from './cases/payments.ts'
import { annual, reportCardsSave, reportCardsYear } from './cases/records.ts'
import { restarts } from './cases/restarts.ts'
import { eventLoop, idleMemory, signIn, startUp, uploads } from './cases/server.ts'
import { studentsInBrowser } from './cases/studentsInBrowser.ts'
import { removeData, type Settings, withData } from './elimu.ts'
import { type Measurement, printCase, printTable } from './figures.ts'

type Fill<Filled> = (where: Where) => Promise<Filled>
type Measure<Filled> = (
  settings: Settings,
  filled: Filled,
  restartDatabase: () => Promise<void>,
) => Promise<Measurement[]>

const onSqlite =
  <Filled>(fill: Fill<Filled>, measure: Measure<Filled>) =>
  () =>
    withData(fill, 'SQLite', measure)

const onPostgres =
  <Filled>(fill: Fill<Filled>, measure: Measure<Filled>) =>
  async () => {
    const measurements = await withData(fill, 'PostgreSQL', measure)
    return measurements.map((each) => Object.assign(each, { name: `${each.name} on PostgreSQL` }))
  }

/** In the order of the README's table. */
const cases: Record<string, () => Promise<Measurement[]>> = {
  startUp: onSqlite(fillUsers, startUp),
  idleMemory: onSqlite(fillUsers, idleMemory),
  usersPage: onSqlite(fillUsers, usersPage),
  usersPageOnPostgres: onPostgres(fillUsers, usersPage),
  signIn: onSqlite(fillUsers, signIn),
  eventLoop: onSqlite(fillUsers, eventLoop),
  studentsPage: onSqlite(fillSmall, studentsPage),
  studentsFarPages: onSqlite(fillLarge, studentsFarPages),
  studentsPageOnPostgres: onPostgres(fillSmall, studentsPage),
  studentsFarPagesOnPostgres: onPostgres(fillLarge, studentsFarPages),
  studentsSearch: onSqlite(fillLarge, studentsSearch),
  studentsWhole: onSqlite(fillSmall, studentsWhole),
  studentsInBrowser: onSqlite(fillSmall, studentsInBrowser),
  navBar: onSqlite(fillRecords, navBar),
  navBarOnPostgres: onPostgres(fillRecords, navBar),
  activitiesPages: onSqlite(fillRecords, activitiesPages),
  activitiesPagesOnPostgres: onPostgres(fillRecords, activitiesPages),
  funding: onSqlite(fillMoney, fundingPages),
  fundingOnPostgres: onPostgres(fillMoney, fundingPages),
  // Data of its own, because a payment stays.
  payments: onSqlite((where: Where) => fillMoney(where), payments),
  paymentsOnPostgres: onPostgres((where: Where) => fillMoney(where), payments),
  uploads: onSqlite(fillSmall, uploads),
  reportCardsYear: onSqlite(fillRecords, reportCardsYear),
  annual: onSqlite(fillRecords, annual),
  reportCardsSave: onSqlite(fillRecords, reportCardsSave),
  reportCardsYearOnPostgres: onPostgres(fillRecords, reportCardsYear),
  annualOnPostgres: onPostgres(fillRecords, annual),
  largeLists: onSqlite(fillLargeRecords, largeLists),
  largeListsOnPostgres: onPostgres(fillLargeRecords, largeLists),
  gallery: onSqlite(fillMedia, gallery),
  gallerySave: onSqlite(fillMedia, gallerySave),
  galleryOnPostgres: onPostgres(fillMedia, gallery),
  notifications: onSqlite(fillNews, notifications),
  notificationsOnPostgres: onPostgres(fillNews, notifications),
  paper: onSqlite(fillUsers, paper),
  restartsOnPostgres: onPostgres(fillUsers, restarts),
  backup: onSqlite(fillRecords, backup),
  // A register of its own, because each round leaves rows behind.
  imports: onSqlite((where: Where) => fillSmall(where), imports),
  importsOnPostgres: onPostgres(fillSmall, imports),
  pastImports: onSqlite((where: Where) => fillSmall(where), pastImports),
  pastImportsOnPostgres: onPostgres(fillSmall, pastImports),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((start) => !Object.keys(cases).some((name) => name.startsWith(start)))
if (unknown.length > 0) {
  console.error(`No case begins with: ${unknown.join(', ')}. The cases are:`)
  for (const name of Object.keys(cases)) console.error(`  ${name}`)
  process.exit(1)
}

const measurements: Measurement[] = []
try {
  for (const [name, measure] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.some((start) => name.startsWith(start))) continue
    console.error(`${name} …`)
    const measured = await measure()
    printCase(name, measured)
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
