import type { Locator, Page, Route } from '@playwright/test'
import { recordMessages } from '#contract/records/records.ts'
import type { Category } from '#contract/records/receipts.ts'
import type { Charity } from '../support/charity.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { overflows } from '../support/overflows.ts'
import { expectRows, expectWork, openMyWork } from '../support/myWork.ts'
import { scannedPdf } from '../support/files/scannedPdf.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

type Item = [Category, string, number]

const NAMES = ['Faith Atieno Odhiambo', 'Kevin Otieno Ouma', 'Mwende Mutua']

/** Three students, each with something of Term 1 that waits, the first of them longest. */
async function addStudents(charity: Charity) {
  const brian = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const ids = await charity.addStudents(NAMES.map((name) => ({ name, liaison_id: brian.id })))
  const waiting = ids.map((student_id, index) => ({
    student_id,
    entered_by: brian.id,
    updated_at: `2026-05-0${index + 1}T06:00:00.000Z`,
  }))
  return { brian, ids, waiting }
}

const screen = (page: Page, name = 'Verify Reports') => page.getByRole('dialog', { name })
const facts = (modal: Locator) => modal.getByRole('region', { name: 'Typed values' })

/** Opens the queue from My work. */
async function openVerify(page: Page): Promise<void> {
  await (await openMyWork(page)).getByRole('button', { name: 'Verify one by one' }).click()
}

/** Opens the queue from My work over a panel, and waits until the first PDF is there. */
async function openQueue(page: Page, panel: 'Academics' | 'Finance' = 'Academics'): Promise<Locator> {
  await page.goto(`/dashboard?menu=${panel.toLowerCase()}`)
  await openVerify(page)
  const modal = screen(page, panel === 'Academics' ? 'Verify Reports' : 'Verify Receipts')
  await expectShown(modal, NAMES[0])
  return modal
}

async function expectShown(modal: Locator, name = ''): Promise<void> {
  await expect(facts(modal).getByRole('heading', { name })).toBeVisible()
  const pdf = modal.getByRole('region', { name: new RegExp(`of ${name}$`) })
  await expect(pdf).toHaveAttribute('aria-busy', 'false')
}

/** Presses the keyboard shortcut of a button, once the paper is on the screen and the button is enabled. */
async function press(modal: Locator, name: 'Verify' | 'Return'): Promise<void> {
  await modal.getByRole('img', { name: /, page 1 of/ }).scrollIntoViewIfNeeded()
  await expect(modal.getByRole('button', { name, exact: true })).toBeEnabled()
  await modal.page().keyboard.press(name.charAt(0))
}

/** Whether something is drawn on the page: ink on white paper. */
const hasInk = (canvas: HTMLCanvasElement) => {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  return Array.from(data).some((value) => value < 128)
}

test('a coordinator verifies report cards by keyboard @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { waiting } = await addStudents(charity)
  const notSat = { grade: 'X', mark: 0, marks: [['English', 0, 'Y'] satisfies [string, number, string]] }
  await charity.addReportCards(
    waiting.map((record, index) => (index === 2 ? Object.assign(record, notSat) : record)),
  )
  await signInAs(3)
  const modal = await openQueue(page)
  await expect(modal).toContainText('1 of 3')
  await expect(facts(modal)).toContainText('Entered by Brian Ochieng')
  for (const text of [/English\s*68\.0\s*B/, /Mathematics\s*54\.5\s*C/, /Mean score and grade\s*61\.3\s*B-/])
    await expect(facts(modal)).toContainText(text)
  for (const comment of ['A steady term.', 'Visited in May.', 'Two remedial lessons a week.'])
    await expect(facts(modal).getByText(comment)).toBeVisible()

  await checkWidths()

  const paper = modal.getByRole('img', { name: `Report card of ${NAMES[0]}, page 1 of 1` })
  await paper.scrollIntoViewIfNeeded()
  const canvas = paper.locator('canvas')
  await expect.poll(() => canvas.evaluate(hasInk)).toBe(true)
  const width = await canvas.evaluate(({ clientWidth }) => clientWidth)
  await modal.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => canvas.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(width)

  await page.keyboard.press('j')
  await expectShown(modal, NAMES[1])
  await page.keyboard.press('k')
  await expectShown(modal, NAMES[0])
  await press(modal, 'Verify')
  const undo = modal.getByRole('region', { name: 'Undo' })
  await expect(undo.getByRole('status')).toHaveText(`Verified. ${NAMES[0]}, Term 1`)
  await expectShown(modal, NAMES[1])
  await expect(modal).toContainText('2 of 3')
  await page.keyboard.press('u')
  await expectShown(modal, NAMES[0])
  await expect(facts(modal)).toContainText('Unverified')
  await expect(undo).toBeHidden()

  // U at once, before the server has answered, takes back the same record.
  const answerVerify = await delayRequests(page, '**/api/reports/*query=verify*')
  await press(modal, 'Verify')
  await page.keyboard.press('u')
  const takenBack = page.waitForRequest((request) => request.url().endsWith('/unverify'))
  answerVerify()
  await takenBack
  await expectShown(modal, NAMES[0])
  await expect(facts(modal)).toContainText('Unverified')
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[1])
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[2])
  await page.keyboard.press('k')
  await expect(facts(modal)).toContainText('Verified')
  await expect(modal.getByRole('button', { name: 'Verify', exact: true })).toBeDisabled()
  await page.keyboard.press('j')
  await expectShown(modal, NAMES[2])
  // An exam that was not sat has only a grade.
  await expect(facts(modal).getByRole('row', { name: 'English' }).getByRole('cell')).toHaveText(['', 'Y'])
  await press(modal, 'Verify')
  await expect(modal.getByText('Nothing else waits to be verified.')).toBeVisible()
  await expect(modal).toContainText('3 verified, 0 returned.')
  await checkWidths()
  await undo.getByRole('button', { name: 'Undo' }).click()
  await expectShown(modal, NAMES[2])
  await press(modal, 'Verify')
  await expect(modal).toContainText('3 verified, 0 returned.')
  await modal.getByRole('button', { name: 'Close', exact: true }).last().focus()
  await page.keyboard.press('Enter')
  await expect(modal).toBeHidden()
  await page.keyboard.press('Escape')
  await expectWork(page, 0)
})

test('marks and PDF share the screen @wide', async ({ page, charity, signInAs, checkAccess }) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  await signInAs(1)
  const TABLET = { width: 820, height: 1180 }
  await page.setViewportSize(TABLET)
  const modal = await openQueue(page)
  const paper = modal.getByRole('region', { name: /^Report card of/ })
  const handle = modal.getByRole('separator', { name: 'Resize marks and paper' })
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await expect.poll(() => boxOf(modal)).toEqual({ x: 16, y: 16, width: 788, height: 1148 })
  const before = await boxOf(facts(modal))
  expect(before.x + before.width).toBeLessThanOrEqual((await boxOf(handle)).x)
  expect((await boxOf(paper)).x).toBeGreaterThan((await boxOf(handle)).x)
  await expect(modal.getByRole('img', { name: /, page 1 of 1/ })).toBeInViewport()
  await expect.poll(() => overflows(page)).toEqual([])
  await checkAccess()

  // The arrows move the handle, and not to another record.
  await handle.focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
  await expect.poll(async () => (await boxOf(facts(modal))).width).toBeGreaterThan(before.width + 15)
  await expectShown(modal, NAMES[0])
  const { x, y, width, height } = await boxOf(handle)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(516, y + height / 2)
  await page.mouse.up()
  await expect.poll(async () => Math.round((await boxOf(facts(modal))).width / 10)).toBe(49)

  await page.reload()
  await openVerify(page)
  await expectShown(modal, NAMES[0])
  expect(Math.round((await boxOf(facts(modal))).width / 10)).toBe(49)

  // On a phone the PDF is above the marks, both are visible, and the buttons do not move.
  await page.setViewportSize(PHONE)
  await expectShown(modal, NAMES[0])
  await expect(paper).toBeInViewport({ ratio: 1 })
  await expect(facts(modal)).toBeInViewport({ ratio: 1 })
  expect((await boxOf(paper)).y).toBeLessThan((await boxOf(facts(modal))).y)
  await expect(modal.getByRole('button', { name: 'Zoom in' })).toBeInViewport({ ratio: 1 })
  const verify = modal.getByRole('button', { name: 'Verify', exact: true })
  const place = await boxOf(verify)
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[1])
  expect(await boxOf(verify)).toEqual(place)
})

test('a receipt is returned with a remark @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
  checkAccess,
}) => {
  const { brian, ids, waiting } = await addStudents(charity)
  const [receipt] = await charity.addReceipts(
    waiting.map((record) =>
      Object.assign(record, {
        items: [
          ['Tuition Fees', 'Term 1 tuition', 22_244] satisfies Item,
          ['Transport', 'Bus fare', 1_250.5] satisfies Item,
        ],
      }),
    ),
  )
  await signInAs(1)
  const modal = await openQueue(page, 'Finance')
  for (const text of [/Transport\s*1,250\.50/, /Receipt total\s*23,494\.50/, 'Visited in May.'])
    await expect(facts(modal)).toContainText(text)

  await press(modal, 'Return')
  const remark = modal.getByLabel('Remark')
  await expect(remark).toBeFocused()
  await checkAccess()
  await modal.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(modal.getByText(recordMessages.remarkRequired)).toBeVisible()
  await expect(remark).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remark).toBeHidden()
  await press(modal, 'Return')
  // Letters that are shortcuts elsewhere are only typed here.
  await remark.pressSequentially('The bus fare is 1,205.50, by jeep or van.')
  await modal.getByRole('button', { name: 'Return', exact: true }).click()
  await expect(modal.getByText(`${NAMES[0]}: Returned.`, { exact: true })).toBeVisible()
  await expectShown(modal, NAMES[1])
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expectRows(page.getByRole('dialog', { name: 'My work' }), 2)

  const theirs = await newVisitor()
  await signIn(brian, undefined, theirs)
  const answer = theirs.waitForResponse((response) => response.url().includes('/api/finance'))
  await theirs.goto(`/dashboard?menu=profile&student=${ids[0]}&profile=finance`)
  expect(await (await answer).json()).toMatchObject({
    data: [{ id: receipt, status: 0, remark: 'The bus fare is 1,205.50, by jeep or van.' }],
  })
  await expect(theirs.getByText('Returned: The bus fare is 1,205.50, by jeep or van.')).toBeVisible()
})

test('a change by another user is shown before verifying @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
}) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  await signInAs(1)
  const modal = await openQueue(page)

  const theirs = await newVisitor()
  await signIn(
    await charity.addUser({ role_id: 3, first_name: 'Carol', last_name: 'Atieno' }),
    undefined,
    theirs,
  )
  const hers = await openQueue(theirs)
  await hers.getByRole('button', { name: 'Verify', exact: true }).click()
  await expectShown(hers, NAMES[1])

  await modal.getByRole('button', { name: 'Verify', exact: true }).click()
  const changed = modal.getByRole('region', { name: 'Changes by others' })
  await expect(changed).toContainText('Carol Atieno changed this in the meantime.')
  await expect(changed).toContainText(/Status.*Unverified.*Verified/)
  await expect(modal.getByRole('button', { name: 'Verify', exact: true })).toBeDisabled()
  await page.keyboard.press('j')
  await expectShown(modal, NAMES[1])
  await expect(changed).toBeHidden()
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[2])
})

test('an edited record is shown in its new version @wide', async ({ page, charity, signInAs }) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting.slice(0, 1))
  await signInAs(1)
  const modal = await openQueue(page)
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: `Edit Academic Reports of ${NAMES[0]}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await form.getByRole('listitem').getByRole('button').click()
  await form.getByLabel('Teacher Comment').fill('A term of much reading.')
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form).toBeHidden()

  await (await openMyWork(page)).getByRole('button', { name: 'Verify one by one' }).click()
  await expectShown(modal, NAMES[0])
  await expect(facts(modal)).toContainText('A term of much reading.')
  await press(modal, 'Verify')
  await expect(modal).toContainText('1 verified, 0 returned.')
})

test('Verify is enabled once the PDF was seen, of which only visible pages are rendered @wide', async ({
  page,
  charity,
  signInAs,
  checkAccess,
}) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting.slice(0, 1))
  const file = '**/api/files/*'
  const spoil = (route: Route) => route.fulfill({ status: 200, body: 'No PDF at all' })
  const release = await delayRequests(page, file)
  await signInAs(1, '/dashboard?menu=academics')
  await openVerify(page)
  const modal = screen(page)
  const verify = modal.getByRole('button', { name: 'Verify', exact: true })
  await expect(modal.getByText('Loading the PDF …')).toBeVisible()
  await expect(verify).toBeDisabled()
  await expect(verify).toHaveAccessibleDescription('Verify waits for the PDF.')
  await expect(modal.getByRole('button', { name: 'Return' })).toBeEnabled()
  await page.route(file, spoil)
  await page.reload()
  await openVerify(page)
  await expect(modal.getByText('The PDF cannot be read here. Open it in a new tab.')).toBeVisible()
  await expect(verify).toBeDisabled()
  await expect(verify).toHaveAccessibleDescription('Open the PDF in a new tab to verify.')
  await checkAccess()
  await page.unroute(file, spoil)
  release()
  await modal.getByRole('button', { name: 'Try again' }).click()
  await expect(modal.getByRole('img', { name: `Report card of ${NAMES[0]}, page 1 of 1` })).toBeVisible()
  await expect(verify).toBeEnabled()

  await page.route(file, spoil)
  await page.reload()
  await openVerify(page)
  const opening = page.waitForEvent('popup')
  await modal.getByRole('link', { name: 'Open in a new tab' }).click()
  await (await opening).close()
  await expect(verify).toBeEnabled()

  await page.unroute(file, spoil)
  await page.route(file, (route) => route.fulfill({ contentType: 'application/pdf', body: scannedPdf(12) }))
  await page.reload()
  await openVerify(page)
  const paper = (number: number) =>
    modal.getByRole('img', { name: `Report card of ${NAMES[0]}, page ${number} of 12`, exact: true })
  const first = paper(1).locator('canvas')
  await paper(1).scrollIntoViewIfNeeded()
  await expect.poll(() => first.evaluate(hasInk)).toBe(true)
  await expect(paper(12).locator('canvas')).toHaveCount(0)
  await paper(12).scrollIntoViewIfNeeded()
  await expect(paper(12).locator('canvas')).toBeVisible()
  await expect(first).toHaveCount(0)
  await paper(1).scrollIntoViewIfNeeded()
  await expect.poll(() => first.evaluate(hasInk)).toBe(true)
})

test('V waits for the PDF and says so, and the PDF reader is loaded before My work is open @wide', async ({
  page,
  charity,
  signInAs,
  checkAccess,
}) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  const reader = page.waitForRequest(/\/pdfThread-.*\.js$/)
  await signInAs(1, '/dashboard?menu=academics')
  await reader
  // My work loads the first record and its PDF ahead.
  const release = await delayRequests(page, '**/api/files/*')
  const panel = await openMyWork(page)
  await panel.getByRole('button', { name: 'Verify one by one' }).click()
  const modal = screen(page)
  // The marks can be read while the PDF loads.
  await expect(facts(modal)).toContainText(/English\s*68\.0\s*B/)
  await expect(modal.locator(':focus')).toBeVisible()
  await page.keyboard.press('v')
  const alert = modal.getByRole('alert')
  await expect(alert).toHaveText('Not verified yet. Press Verify again when you see the PDF.')
  await checkAccess()
  release()
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[1])
  await expect(alert).toHaveCount(0)

  // Until the last answer has arrived, V shows the same message.
  const answerVerify = await delayRequests(page, '**/api/reports/*query=verify*')
  await press(modal, 'Verify')
  await page.keyboard.press('v')
  answerVerify()
  await expectShown(modal, NAMES[2])
  await expect(alert).toHaveText('Not verified yet. Press Verify again when you see the PDF.')
  await press(modal, 'Verify')
  await expect(modal).toContainText('3 verified, 0 returned.')
})

test('a double click on Verify verifies one record and reports nothing else @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  await signInAs(1)
  const modal = await openQueue(page)
  await expect(modal.getByRole('button', { name: 'Verify' })).toBeEnabled()
  const answerVerify = await delayRequests(page, '**/api/reports/*query=verify*')
  await modal.getByRole('button', { name: 'Verify' }).dblclick()
  answerVerify()
  await expectShown(modal, NAMES[1])
  await expect(modal).not.toContainText('Not verified yet')
})

test('a remark is sent once, kept after a failure, and refused after the student left @wide', async ({
  page,
  charity,
  signInAs,
  errors,
}) => {
  const { ids, waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  await charity.setStudentStatus(ids[1] ?? 0, 1)
  await signInAs(1)
  const modal = await openQueue(page)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/return')) calls += 1
  })
  const release = await delayRequests(page, '**/api/reports/*/return')
  await press(modal, 'Return')
  const remark = modal.getByLabel('Remark')
  await remark.fill('The mark in English is 86.')
  await page.keyboard.press('Control+Enter')
  await expect(modal.getByRole('button', { name: 'Return', exact: true })).toBeDisabled()
  await page.keyboard.press('Control+Enter')
  await page.context().setOffline(true)
  release()
  await expect(facts(modal).getByRole('alert')).toContainText('The server cannot be reached.')
  await expect(remark).toHaveValue('The mark in English is 86.')
  expect(calls).toBe(1)
  await page.context().setOffline(false)
  await page.keyboard.press('Control+Enter')
  await expectShown(modal, NAMES[1])
  expect(errors.splice(0).every((error) => error.includes('net::ERR_INTERNET_DISCONNECTED'))).toBe(true)

  const message = facts(modal).getByText(
    'This student is Discontinued. What was entered before they left can still be verified, but not returned.',
  )
  await expect(message).toBeInViewport()
  await expect(modal.getByRole('button', { name: 'Return', exact: true })).toBeDisabled()
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[2])
  await expect(message).toHaveCount(0)
  await expect(modal.getByRole('button', { name: 'Return', exact: true })).toBeEnabled()
})

test('Admin Verify ends with its record @wide', async ({ page, charity, signInAs }) => {
  const { ids, waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  await signInAs(1, `/dashboard?menu=profile&student=${ids[1]}&profile=academics`)
  await page.getByRole('button', { name: 'Admin Verify' }).click()
  const modal = screen(page)
  await expectShown(modal, NAMES[1])
  await expect(modal).toContainText('1 of 1')
  const scrolled = await page.evaluate(() => scrollY)
  await press(modal, 'Verify')
  await expect(modal).toBeHidden()
  const undo = page.getByRole('region', { name: 'Undo' })
  await expect(undo).toContainText(`Verified. ${NAMES[1]}`)
  await expect(undo).toBeInViewport({ ratio: 1 })
  const open = page.getByRole('button', { name: 'Admin Verify' })
  await expect(open).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await page.keyboard.press('u')
  await expect(undo).toContainText('Unverified.')
  await open.click()
  await expectShown(modal, NAMES[1])
  await press(modal, 'Return')
  await page.keyboard.type('The marks of Term 1 are missing.')
  await page.keyboard.press('Control+Enter')
  await expect(modal).toBeHidden()
  await expect(undo).toContainText(`Returned. ${NAMES[1]}`)
  await expect(undo.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('Verify of a row of My work ends with its student @wide', async ({ page, charity, signInAs }) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting)
  await signInAs(1, '/dashboard?menu=academics')
  const panel = await openMyWork(page)
  await panel.getByRole('button', { name: `Verify report card of ${NAMES[1]}` }).click()
  const modal = screen(page)
  await expectShown(modal, NAMES[1])
  await press(modal, 'Verify')
  await expect(modal).toBeHidden()
  const undo = panel.getByRole('region', { name: 'Undo' })
  await expect(undo).toContainText(`Verified. ${NAMES[1]}`)
  const next = panel.getByRole('button', { name: `Verify report card of ${NAMES[2]}` })
  await expect(next).toBeFocused()
  // The time stops while the focus is on the bar.
  await undo.getByRole('button', { name: 'Undo' }).focus()
  for (const [width, height] of [
    [390, 844],
    [320, 256],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(undo).toBeInViewport({ ratio: 1 })
  }
  await next.focus()
  await page.keyboard.press('u')
  await expect(undo).toContainText('Unverified.')
  await expectRows(panel, 3)
})

test('Undo and the buttons are in view in small windows @wide', async ({ page, charity, signInAs }) => {
  const { waiting } = await addStudents(charity)
  await charity.addReportCards(waiting.slice(0, 2))
  await signInAs(1)
  const modal = await openQueue(page)
  const bar = modal.getByRole('region', { name: 'Undo' })
  const undo = bar.getByRole('button', { name: 'Undo' })
  await press(modal, 'Verify')
  await expectShown(modal, NAMES[1])
  // The time stops while the focus is on the bar.
  await undo.focus()
  for (const [width, height] of [
    [844, 390],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(bar).toBeInViewport({ ratio: 1 })
  }
  await page.setViewportSize({ width: 320, height: 700 })
  const tops = []
  for (const name of ['Previous', 'Next', 'Return', 'Verify']) {
    const button = modal.getByRole('button', { name, exact: true })
    await expect(button).toBeInViewport({ ratio: 1 })
    tops.push((await button.boundingBox())?.y)
  }
  expect(new Set(tops).size).toBe(1)

  await page.setViewportSize({ width: 1440, height: 900 })
  await press(modal, 'Verify')
  await expect(modal.getByText('Nothing else waits to be verified.')).toBeVisible()
  await undo.focus()
  const close = await modal.getByRole('button', { name: 'Close' }).first().boundingBox()
  const end = (close?.y ?? 0) + (close?.height ?? 0)
  expect((await bar.boundingBox())?.y).toBeGreaterThan(end)
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(bar).toBeInViewport({ ratio: 1 })
})
