import * as fc from 'fast-check'
import { strFromU8, strToU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { OWN_COLUMNS } from '#contract/downloads.ts'
import {
  type ImportCheck,
  type ImportError,
  recordParts,
  type ImportKind,
  importKinds,
  rowsMaxOf,
} from '#contract/imports.ts'
import { type LookupKind, lookups } from '#contract/lookups.ts'
import { curriculumInName } from '#contract/records/curricula.ts'
import { noAnswers } from '../../../web/imports/sheet/Answers.ts'
import { askDates } from '../../../web/imports/sheet/askDates.ts'
import { askBlanks, fieldsToSettle } from '../../../web/imports/sheet/askMissing.ts'
import { askWords } from '../../../web/imports/sheet/askWords.ts'
import { guessColumns } from '../../../web/imports/sheet/guess/guessColumns.ts'
import { guessHeader } from '../../../web/imports/sheet/guess/guessHeader.ts'
import { makeRows } from '../../../web/imports/sheet/makeRows.ts'
import { readSpreadsheet } from '../../../web/imports/sheet/read/readSpreadsheet.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'
import { addUsers, cast } from '../../testing/data/users.ts'
import { randomRegister, storeRegister } from '../../testing/imports/randomRegister.ts'

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
      { numRuns: 4 },
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

/** Imports a sheet as the page does, which has nothing to ask, and adds the names that are not registered. */
async function importSheet(client: TestClient, path: string, csv: string): Promise<void> {
  const kind = kindOf(path)
  const sheet = sheetIn(path, csv)
  const header = guessHeader(sheet.rows)
  const columns = guessColumns(kind, sheet, header)
  const asked = { sheet, header, columns }
  const answers = { ...noAnswers, header, columns }
  expect({
    path,
    columns: columns.filter(({ state }) => state === 'choose'),
    fields: fieldsToSettle(kind, asked),
    blanks: askBlanks(kind, sheet, answers),
    words: askWords(kind, asked).flatMap(({ words }) => words),
    dates: askDates(kind, asked),
  }).toEqual({ path, columns: [], fields: [], blanks: [], words: [], dates: [] })
  const { rows, defaults } = makeRows(kind, sheet, answers)
  const body = { kind, rows, defaults }
  const { errors } = await post<ImportCheck>(client, { ...body, check: true })
  const unknown = (code: string) => {
    const nameIn = ({ field, value }: ImportError) =>
      code === 'subjectUnknown' ? field.slice(recordParts.results.length) : String(value)
    return [...new Set(errors.filter((error) => error.code === code).map(nameIn))]
  }
  for (const [code, lookup] of Object.entries(lookupKinds))
    for (const name of unknown(code)) await addLookup(client, lookup, name)
  const new_places = unknown('clusterUnknown').map((cluster) => ({ cluster }))
  const checked = await post<ImportCheck>(client, { ...body, new_places, check: true })
  expect({ path, errors: checked.errors, duplicates: checked.duplicates }).toEqual({
    path,
    errors: [],
    duplicates: [],
  })
  await post(client, { ...body, new_places })
}

const lookupKinds = {
  yearUnknown: 'years',
  termUnknown: 'terms',
  classUnknown: 'classes',
  subjectUnknown: 'subjects',
} as const

const addLookup = (client: TestClient, kind: LookupKind, name: string) =>
  client.post(`/api/${kind}`, {
    [lookups[kind].field]: name,
    ...(kind === 'classes' && { curriculum: curriculumInName(name) }),
  })

async function post<Data>(client: TestClient, body: object): Promise<Data> {
  const answer = await client.post('/api/imports', body)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { data: Data }).data
}
