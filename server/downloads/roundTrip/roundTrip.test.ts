import * as fc from 'fast-check'
import { strFromU8, strToU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { OWN_COLUMNS } from '#contract/downloads.ts'
import { type ImportCheck, type ImportKind, importKinds, rowsMaxOf } from '#contract/imports.ts'
import { jobOf } from '../../../web/imports/importJob.ts'
import { addable } from '../../../web/imports/sheet/ask/askWords.ts'
import { askAll, meaningOf, settle } from '../../../web/imports/sheet/ask/settle.ts'
import { bodyOf } from '../../../web/imports/sheet/bodyOf.ts'
import { guessHeader } from '../../../web/imports/sheet/guess/guessHeader.ts'
import { readSpreadsheet } from '../../../web/imports/sheet/read/readSpreadsheet.ts'
import { rowsOf } from '../../../web/imports/sheet/rowsOf.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { addUsers, cast } from '../../testing/data/users.ts'
import { randomRegister, storeRegister } from '../../testing/imports/randomRegister.ts'
import { post, registeredNames } from '../../testing/imports/asPage.ts'

const kindOf = (path: string): ImportKind =>
  importKinds.find((kind) => path.includes(kind === 'results' ? 'report-cards' : kind)) ?? 'students'

it(
  'writes spreadsheets whose import into an empty Elimu gives the same register',
  () =>
    fc.assert(
      fc.asyncProperty(randomRegister, async (register) => {
        const from = await openElimu()
        await storeRegister(from.test, register)
        const before = await sheetsOf(from)
        const into = await openElimu()
        for (const [path, csv] of Object.entries(before).slice(1)) await importSheet(into.client, path, csv)
        expect(asCompared(await sheetsOf(into))).toEqual(asCompared(before))
      }),
      // Each attempt at a shorter example would leave two databases open.
      { numRuns: 4, endOnFailure: true },
    ),
  300_000,
)

async function openElimu() {
  const test = await openTestApp()
  const { id: _id, ...administrator } = cast.administrator
  await addUsers(test.db, [administrator])
  return { test, client: await test.signIn(administrator) }
}

/** The sheets of the ZIP by their paths, in the order in which they are imported. */
async function sheetsOf({
  test,
  client,
}: {
  test: TestApp
  client: TestClient
}): Promise<Record<string, string>> {
  const cookies = Object.fromEntries(client.cookies)
  const { rawPayload } = await test.app.inject({ url: '/api/downloads/everything', cookies })
  return Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(rawPayload))).map(([path, bytes]) => [path, strFromU8(bytes)]),
  )
}

const sheetIn = (path: string, csv: string) => {
  const [sheet] = readSpreadsheet(strToU8(csv), path, rowsMaxOf(kindOf(path))).sheets
  if (!sheet) throw new Error(`${path} has no sheet`)
  return sheet
}

/** The cells of the sheets, without the columns that are not imported. */
const asCompared = (sheets: Record<string, string>) =>
  Object.entries(sheets).map(([path, csv]) => {
    const { rows } = sheetIn(path, csv)
    const placeOf = (isOne: (heading: unknown) => boolean) => rows[0]?.findIndex(isOne) ?? -1
    const left = placeOf((heading) => Object.values<unknown>(OWN_COLUMNS).includes(heading))
    return [path, rows.map((cells) => (left < 0 ? cells : cells.toSpliced(left, 1)))]
  })

/** Imports a sheet as the page does, which has nothing to ask except about names that are not registered in this spelling: all are added. */
async function importSheet(client: TestClient, path: string, csv: string): Promise<void> {
  const kind = kindOf(path)
  const sheet = sheetIn(path, csv)
  const sheets = [{ ...sheet, file: path, header: guessHeader(sheet.rows) }]
  const job = jobOf(kind, sheets, [], undefined)
  const { columns } = job
  const rows = rowsOf(sheets)
  const asked = askAll(kind, { sheets, columns }, rows, await registeredNames(client), undefined)
  const { answer } = settle(asked, {})
  const open = asked.questions.filter(({ key }) => answer(key) === undefined)
  const added = asked.questions.filter(
    ({ key, kind: of, target, text }) =>
      of === 'word' && addable.has(target.field) && meaningOf(answer(key)) !== text,
  )
  const answers = Object.fromEntries(added.map(({ key, text }) => [key, { adds: text }]))
  expect({
    path,
    columns: columns.filter(({ state }) => state === 'open'),
    open: open.filter(({ key }) => !Object.hasOwn(answers, key)),
    dates: asked.dates,
  }).toEqual({ path, columns: [], open: [], dates: [] })
  const { body } = bodyOf(kind, { ...job, answers }, { rows, asked, settled: settle(asked, answers) })
  const { errors, duplicates } = await post<ImportCheck>(client, { ...body, check: true })
  expect({ path, errors, duplicates }).toEqual({ path, errors: [], duplicates: [] })
  await post(client, body)
}
