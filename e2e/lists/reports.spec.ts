import { WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import type { Page } from '@playwright/test'
import type { Charity } from '../support/charity.ts'
import { entries, entryOf, openHeadMenu } from '../support/screen.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { readTable } from '../support/files/readTable.ts'
import { expect, test } from '../support/test.ts'

const COORDINATOR = 3
const LIAISON = 4
const SUPPORTER = 5
const CLUSTER_HEAD = [
  'No.',
  'Ref',
  'Student Name',
  'Current School',
  'Cluster',
  'Liaison Officer',
  'Student Status',
]
const SUPPORTERS_HEAD = [
  'No.',
  'Supporter Name',
  'Supporter Email',
  'Student Name',
  'Current School',
  'Liaison Officer',
  'Student Status',
]

test('the cluster report is exported as it is shown @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  await signInAs(COORDINATOR)
  await addPupils(charity)
  await page.goto('/dashboard?menu=cluster&size=2')
  await expect(page.getByRole('heading', { level: 1, name: 'Cluster Report' })).toBeVisible()
  await expect(page.getByText('Showing 1 to 2 of 4 entries')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'Image', ...CLUSTER_HEAD.slice(1)])
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    for (const text of ['EL-0002', 'Moi Girls', 'Eldoret', 'Lydia Chebet', 'Graduated'])
      await expect(entryOf(page, 'Ann, Wanjiru')).toContainText(text)
  }
  await checkWidths()

  const ann = ['EL-0002', 'Ann, Wanjiru', 'Moi Girls', 'Eldoret', 'Lydia Chebet', 'Graduated']
  const barasa = ['EL-0003', 'Barasa "Bob" Wekesa', 'Moi Girls', 'Eldoret', 'Lydia Chebet', 'Withdrawn']
  const sum = ['EL-0004', "'=SUM(A1)", 'Olympic', 'Kibera', 'Lydia Chebet', 'Discontinued']
  const zawadi = ['EL-0001', 'Zawadi Mutua', 'Olympic', 'Kibera', 'Lydia Chebet', 'Active']
  const file = /^cluster-report-\d{4}-\d\d-\d\d\./
  await expectSaved(page, file, [CLUSTER_HEAD, ...numbered([sum, ann, barasa, zawadi])])

  await page.goto('/dashboard?menu=cluster&size=1&sort=-ref')
  await expect(entries(page)).toContainText('=SUM(A1)')
  await page.getByRole('searchbox', { name: 'Search by ref, name, school or cluster' }).fill('ELDORET')
  await expect(page.getByText('Showing 1 to 1 of 2 entries')).toBeVisible()
  await expect(entries(page)).toContainText('Barasa')
  await expectSaved(page, file, [CLUSTER_HEAD, ...numbered([barasa, ann])], ['CSV'])
})

test('the supporters report is exported as shown @wide', async ({ page, charity, signInAs, checkWidths }) => {
  await signInAs(COORDINATOR)
  await addPupils(charity)
  await charity.addUser({ role_id: SUPPORTER, first_name: 'Nuru', last_name: 'Hassan' })
  await page.goto('/dashboard?menu=supporter')
  await expect(page.getByRole('heading', { level: 1, name: 'Supporters List' })).toBeVisible()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await checkWidths()

  const samuel = ['Samuel Kiptoo', 'samuel.kiptoo@elimu.test']
  const nuru = ['1', 'Nuru Hassan', 'nuru.hassan@elimu.test', 'Unassigned', '', '', '']
  const ann = [...samuel, 'Ann, Wanjiru', 'Moi Girls', 'Lydia Chebet', 'Graduated']
  const zawadi = [...samuel, 'Zawadi Mutua', 'Olympic', 'Lydia Chebet', 'Active']
  await page.setViewportSize(PHONE)
  await expect(entryOf(page, 'Nuru Hassan')).toContainText('Unassigned')
  for (const text of [...ann, ...zawadi]) await expect(entryOf(page, 'Samuel Kiptoo')).toContainText(text)
  await page.setViewportSize(WIDE)
  await expect(page.getByRole('columnheader')).toHaveText(SUPPORTERS_HEAD)
  for (const [position, cells] of [nuru, ['2', ...ann], zawadi.slice(2)].entries())
    await expect(entries(page).nth(position).getByRole('cell')).toHaveText(cells)
  const file = /^supporters-report-\d{4}-\d\d-\d\d\./
  await expectSaved(page, file, [SUPPORTERS_HEAD, nuru, ['2', ...ann], ['2', ...zawadi]])
})

test('a long report is exported after a failure @wide', async ({ page, charity, signInAs }) => {
  const count = WHOLE_LIST_LIMIT + 500
  await charity.addUsers(
    Array.from({ length: count }, (_, index) => ({
      role_id: SUPPORTER,
      first_name: 'Asha',
      last_name: `Kamau ${String(index + 1).padStart(5, '0')}`,
    })),
  )
  await signInAs(COORDINATOR, '/dashboard?menu=supporter&sort=-name')
  await expect(page.getByText(`Showing 1 to 5 of ${count} entries`)).toBeVisible()

  const ofAllRows = (url: URL) => url.searchParams.get('all') === '1'
  const breaksOff = { status: 200, body: '{"success":true,"data":[\n' }
  await page.route(ofAllRows, (route) => route.fulfill(breaksOff), { times: 1 })
  const refuses = { status: 403, json: { message: 'Not now.' } }
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Download XLSX' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText(/^The server cannot be reached\./)
  await page.route(ofAllRows, (route) => route.fulfill(refuses), { times: 1 })
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toHaveText(/^Not now\./)
  const saved = page.waitForEvent('download')
  await alert.getByRole('button', { name: 'Try again' }).click()
  const lines = await readTable(await saved)
  await expect(alert).toBeHidden()
  expect(lines).toHaveLength(count + 1)
  expect(lines[1]?.slice(0, 2)).toEqual(['1', `Asha Kamau ${count}`])
  expect(lines[count]?.slice(0, 2)).toEqual([String(count), 'Asha Kamau 00001'])

  await page.getByRole('searchbox').fill('kamau0999')
  await expect(page.getByText('Showing 1 to 5 of 10 entries')).toBeVisible()
  const found = page.waitForEvent('download')
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await readTable(await found)).map(([number, name]) => [number, name])).toEqual([
    SUPPORTERS_HEAD.slice(0, 2),
    ...Array.from({ length: 10 }, (_, index) => [String(index + 1), `Asha Kamau 0999${9 - index}`]),
  ])
})

/** Four students at two schools, two of them with the same supporter. */
async function addPupils(charity: Charity): Promise<void> {
  const { id: liaison_id } = await charity.addUser({
    role_id: LIAISON,
    first_name: 'Lydia',
    last_name: 'Chebet',
  })
  const { id: supporter_id } = await charity.addUser({
    role_id: SUPPORTER,
    first_name: 'Samuel',
    last_name: 'Kiptoo',
  })
  const olympic = await charity.addSchool('Olympic', 'Kibera')
  const moi = await charity.addSchool('Moi Girls', 'Eldoret')
  await charity.addStudents([
    { name: 'Zawadi Mutua', liaison_id, school_id: olympic, supporter_id },
    { name: 'Ann, Wanjiru', liaison_id, school_id: moi, supporter_id, status: 3 },
    { name: 'Barasa "Bob" Wekesa', liaison_id, school_id: moi, status: 2 },
    { name: '=SUM(A1)', liaison_id, school_id: olympic, status: 1 },
  ])
}

async function expectSaved(
  page: Page,
  fileName: RegExp,
  lines: string[][],
  kinds = ['CSV', 'XLSX'],
): Promise<void> {
  for (const kind of kinds) {
    const saved = page.waitForEvent('download')
    await openHeadMenu(page)
    await page.getByRole('button', { name: `Download ${kind}` }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(fileName)
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${kind.toLowerCase()}$`))
    expect(await readTable(download)).toEqual(lines)
  }
}

const numbered = (lines: string[][]) => lines.map((cells, index) => [String(index + 1), ...cells])

test('a report prints the rows of all pages @wide', async ({ page, charity, administrator, signIn }) => {
  const liaison_id = administrator.id
  await charity.addStudents(
    Array.from({ length: 7 }, (_, index) => ({ name: `Student ${index}`, liaison_id })),
  )
  await page.addInitScript(() => {
    // The browser prints what is rendered when this event ends.
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.documentElement.dataset['printed'] = document.querySelector('body > div > table')?.textContent
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await signIn(administrator, '/dashboard?menu=cluster')
  await expect(page.getByText('Showing 1 to 5 of 7 entries')).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  const printed = page.locator('html[data-printed]')
  for (const words of [/^No\.RefStudent Name/, /Student 0.*Student 6/])
    await expect(printed).toHaveAttribute('data-printed', words)
})
