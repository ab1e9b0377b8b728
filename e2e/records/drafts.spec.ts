import { INACTIVITY_LOGOUT_MS } from '#contract/identity/auth.ts'
import type { Page } from '@playwright/test'
import { studentMessages } from '#contract/students/students.ts'
import { pdfFile } from '../support/files/files.ts'
import { saveForm } from '../support/forms.ts'
import { logOut } from '../support/screen.ts'
import type { Person } from '../support/charity.ts'
import { storedIn } from '../support/storedIn.ts'
import { fillSignIn, expect, test } from '../support/test.ts'

const SECOND = 1_000
const FAITH = 'Faith Atieno Odhiambo'

let officer: Person

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
})

const addForm = (page: Page) => page.getByRole('dialog', { name: 'Add New Student' })
/** Which draft the form shows, and which can be restored. */
const stripIn = (form: ReturnType<typeof addForm>) =>
  form.getByRole('status').filter({ hasText: /^Draft of \d+ \w{3}, \d\d:\d\d/ })
const restoreIn = (form: ReturnType<typeof addForm>) =>
  stripIn(form).getByRole('button', { name: /^Restore/ })
const savedIn = (form: ReturnType<typeof addForm>) => form.getByText(/^Draft saved \d\d:\d\d$/)

/** Waits until the server has removed a draft: leaving the page before that would cancel the call. */
const removalOn = (page: Page) => page.waitForResponse((answer) => answer.request().method() === 'DELETE')

/** Presses Back where a dialog stops it. A next step must not overtake the return to the dialog's entry. */
const pressBack = (page: Page) =>
  page.evaluate(async () => {
    const nextPop = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    const left = nextPop()
    history.back()
    await left
    await nextPop()
  })

async function openAdd(page: Page) {
  await page.goto('/dashboard?menu=students')
  await page.getByRole('button', { name: 'Add New Student' }).click()
  return addForm(page)
}

async function typeStudent(page: Page) {
  const form = await openAdd(page)
  await form.getByLabel('Name', { exact: true }).fill('Zawadi Achieng')
  await form.getByLabel('Ambition').fill('Pilot')
  await form.getByLabel('Gender').selectOption('Female')
  return form
}

async function expectTyped(form: ReturnType<typeof addForm>) {
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Zawadi Achieng')
  await expect(form.getByLabel('Ambition')).toHaveValue('Pilot')
  await expect(form.getByLabel('Gender')).toHaveValue('2')
}

test('closing a tab loses no input but its files @wide', async ({ page, context, signIn, checkWidths }) => {
  await signIn(officer)
  const typed = await typeStudent(page)
  const certificate = pdfFile(0, 'faith-kcpe.pdf')
  await typed.getByLabel('KCPE Certificate').setInputFiles(certificate)
  await expect(savedIn(typed)).toBeVisible()
  // The tab is closed at once, as in a crash: nothing is asked and nothing more is sent.
  await typed.getByLabel('Mother', { exact: true }).fill('Rose Akinyi')
  await page.close({ runBeforeUnload: false })

  const tab = await context.newPage()
  const form = await openAdd(tab)
  await expect(stripIn(form)).toBeVisible()
  await expectTyped(form)
  await checkWidths(tab)
  await expect(form.getByLabel('Mother', { exact: true })).toHaveValue('Rose Akinyi')
  await expect(form.getByText('Choose again, as files are not kept: faith-kcpe.pdf')).toBeVisible()
  expect(await form.evaluate(() => document.activeElement?.matches('input, select'))).toBe(true)

  await form.getByLabel('Father', { exact: true }).fill('Otieno Odhiambo')
  await tab.close({ runBeforeUnload: false })
  const later = await context.newPage()
  const again = await openAdd(later)
  const missing = again.getByText('Choose again, as files are not kept: faith-kcpe.pdf')
  await expect(missing).toBeVisible()
  await again.getByLabel('KCPE Certificate').setInputFiles(certificate)
  await expect(missing).toBeHidden()
})

test('drafts need no storage of the browser: one that never answers delays no form @wide', async ({
  page,
  context,
  signIn,
}) => {
  await signIn(officer)
  await expect(savedIn(await typeStudent(page))).toBeVisible()
  const tab = await context.newPage()
  await tab.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
  const form = await openAdd(tab)
  await expectTyped(form)
  await form.getByLabel('Ambition').fill('Judge')
  await expect(savedIn(form)).toBeVisible()
  await tab.goto('/dashboard?menu=students')
  await logOut(tab)
  await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a logout removes drafts only from the browser @wide', async ({ page, context, signIn }) => {
  await signIn(officer)
  const typed = await typeStudent(page)
  await typed.getByRole('radio', { name: 'KPLEA' }).check({ force: true })
  await expect(savedIn(typed)).toBeVisible()
  const tab = await context.newPage()
  await expect((await openAdd(tab)).getByRole('radio', { name: 'KPLEA' })).toBeChecked()
  await tab.goto('/dashboard?menu=students')
  for (const leave of [() => logOut(tab), () => page.clock.fastForward(INACTIVITY_LOGOUT_MS + SECOND)]) {
    await leave()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/Zawadi|KPLEA|draft/)
    await expect.poll(() => storedIn(page, 'drafts')).toEqual([])
    await fillSignIn(page, officer.email)
    await page.getByRole('button', { name: 'Add New Student' }).click()
    await expect(stripIn(typed)).toBeVisible()
    await expectTyped(typed)
  }
})

test('an unsent draft is not saved for the next user of the browser @wide', async ({
  page,
  charity,
  signIn,
  errors,
}) => {
  const next = await charity.addUser({ role_id: 4 })
  await signIn(officer)
  let refusals = 0
  await page.route('**/api/drafts/*', (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    refusals += 1
    return route.fulfill({ status: 503, json: { message: 'Elimu is busy.' } })
  })
  const typed = await typeStudent(page)
  await expect(typed.getByText('Draft kept in this browser')).toBeVisible()
  await page.clock.fastForward(INACTIVITY_LOGOUT_MS + SECOND)
  await fillSignIn(page, next.email)
  await expect(page.getByRole('button', { name: 'Add New Student' })).toBeVisible()
  expect(refusals).toBeGreaterThan(0)

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/drafts/')) sent.push(request.method())
  })
  await page.unrouteAll()
  await page.clock.fastForward(20 * SECOND)
  const found = await page.evaluate(async () => {
    const headers = { 'X-Requested-With': 'XMLHttpRequest' }
    return (await fetch('/api/drafts/student-add', { headers })).json()
  })
  expect(found).toMatchObject({ data: null })
  expect(sent).toEqual(['GET'])
  expect([...new Set(errors.splice(0))]).toEqual([expect.stringContaining('status of 503')])
})

test('another device continues a draft, until it is saved @wide', async ({ page, signIn, newVisitor }) => {
  await signIn(officer)
  await expect(savedIn(await typeStudent(page))).toBeVisible()

  const phone = await newVisitor()
  await signIn(officer, '/dashboard?menu=students', phone)
  const edit = await openEdit(phone)
  await edit.getByLabel('Ambition').fill('Judge')
  await expect(savedIn(edit)).toBeVisible()
  const form = await openAdd(phone)
  await expectTyped(form)

  await page.reload()
  const again = await openEdit(page)
  await expect(again.getByLabel('Ambition')).toHaveValue('Judge')
  await saveForm(again, studentMessages.saved)

  const later = await openEdit(phone)
  await expect(later.getByLabel('Ambition')).toHaveValue('Judge')
  await expect(stripIn(later)).toBeHidden()
})

test('two tabs with one form never overwrite each other @wide', async ({ page, context, signIn }) => {
  await signIn(officer)
  const typed = await openAdd(page)
  const tab = await context.newPage()
  const other = await openAdd(tab)
  await other.getByLabel('Name', { exact: true }).fill('Otieno Okello')
  await expect(savedIn(other)).toBeVisible()

  const name = typed.getByLabel('Name', { exact: true })
  await name.fill('Zawadi Achieng')
  await expect(stripIn(typed)).toContainText('kept until')
  await expect(name).toBeFocused()
  await page.keyboard.type(' of Kisumu')
  await expect(name).toHaveValue('Zawadi Achieng of Kisumu')
  await expect(savedIn(typed)).toBeVisible()

  await other.getByLabel('Ambition').fill('Nurse')
  await restoreIn(other).click()
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Zawadi Achieng of Kisumu')
  await expect(other.getByLabel('Ambition')).toHaveValue('')
  await restoreIn(other).click()
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Otieno Okello')
  await expect(other.getByLabel('Ambition')).toHaveValue('Nurse')

  await restoreIn(typed).click()
  await expect(name).toHaveValue('Otieno Okello')
})

test('discarding a draft keeps that of another device @wide', async ({ page, context, signIn }) => {
  await signIn(officer)
  const typed = await openAdd(page)
  const tab = await context.newPage()
  const other = await openAdd(tab)
  await other.getByLabel('Name', { exact: true }).fill('Otieno Okello')
  await expect(savedIn(other)).toBeVisible()
  await tab.close({ runBeforeUnload: false })

  const name = typed.getByLabel('Name', { exact: true })
  await name.fill('Zawadi Achieng')
  await expect(restoreIn(typed)).toBeVisible()
  await expect(savedIn(typed)).toBeVisible()
  await page.keyboard.press('Escape')
  const discarded = removalOn(page)
  await page.getByRole('dialog', { name: 'Keep the draft?' }).getByRole('button', { name: 'Discard' }).click()
  await expect(typed).toBeHidden()
  await discarded
  await page.getByRole('button', { name: 'Add New Student' }).click()
  await restoreIn(typed).click()
  await expect(name).toHaveValue('Otieno Okello')
})

test('a form opens with its draft, and can start empty without losing it', async ({
  page,
  signIn,
  checkAccess,
}) => {
  await signIn(officer)
  const form = await typeStudent(page)
  const name = form.getByLabel('Name', { exact: true })
  const open = () => page.getByRole('button', { name: 'Add New Student' }).click()
  const startEmpty = stripIn(form).getByRole('button', { name: 'Start empty' })
  await pressBack(page)
  await page.getByRole('button', { name: 'Keep draft' }).click()
  await open()
  await expectTyped(form)
  await expect(stripIn(form)).toHaveText(/^Draft of \d+ \w{3}, \d\d:\d\d( EAT)?Start empty$/)
  await checkAccess()
  // Nothing was typed since, so nothing is asked.
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await open()
  await startEmpty.focus()
  await page.keyboard.press('Enter')
  await expect(name).toHaveValue('')
  await expect(name).toBeFocused()
  await expect(stripIn(form)).toContainText('kept until')

  await page.keyboard.type('Otieno Okello')
  await expect(savedIn(form)).toBeVisible()
  await page.reload()
  await open()
  await expect(name).toHaveValue('Otieno Okello')
  await expect(startEmpty).toBeVisible()
  await checkAccess()
  await restoreIn(form).click()
  await expectTyped(form)
  await restoreIn(form).click()
  await expect(name).toHaveValue('Otieno Okello')
  await startEmpty.click()
  await expect(name).toHaveValue('')
  await page.keyboard.type('Halima Noor')
  // Each of the three, one after the other.
  for (const next of ['Otieno Okello', 'Zawadi Achieng', 'Halima Noor']) {
    await restoreIn(form).click()
    await expect(name).toHaveValue(next)
  }
})

test('a draft can be discarded, kept for later or cleared, and waits for the network @wide', async ({
  page,
  context,
  signIn,
  errors,
}) => {
  await signIn(officer)
  const typed = await typeStudent(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Keep the draft?' })
  await expect(question.getByRole('button', { name: 'Keep draft' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(typed).toBeHidden()

  await page.getByRole('button', { name: 'Add New Student' }).click()
  await expectTyped(typed)
  await typed.getByLabel('Ambition').fill('Judge')
  await page.keyboard.press('Escape')
  const discarded = removalOn(page)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(typed).toBeHidden()
  await discarded

  const fresh = await openAdd(page)
  await fresh.getByLabel('Name', { exact: true }).fill('Z')
  await expect(savedIn(fresh)).toBeVisible()
  await expect(stripIn(fresh)).toBeHidden()
  const cleared = removalOn(page)
  await fresh.getByRole('button', { name: 'Clear' }).click()
  await expect(savedIn(fresh)).toBeHidden()
  await cleared
  await page.reload()
  await page.getByRole('button', { name: 'Add New Student' }).click()
  await expect(restoreIn(typed)).toBeVisible()
  await expect(typed.getByLabel('Name', { exact: true })).toHaveValue('')

  await context.setOffline(true)
  await typed.getByLabel('Name', { exact: true }).fill('Zawadi Achieng')
  await expect(typed.getByText('Draft kept in this browser')).toBeVisible()
  await context.setOffline(false)
  await expect(savedIn(typed)).toBeVisible()
  // The page may load the code of other dialogs at the same time.
  expect([...new Set(errors.splice(0))]).toEqual(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED'])
})

test('clearing a form can be undone, for a day by its draft @wide', async ({ page, signIn, checkAccess }) => {
  await signIn(officer)
  const form = await typeStudent(page)
  const clear = form.getByRole('button', { name: 'Clear' })
  const bar = form.getByRole('region', { name: 'Undo' })
  const undo = bar.getByRole('button', { name: 'Undo' })
  await form.getByLabel('KCPE Certificate').setInputFiles(pdfFile())
  await clear.focus()
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('Form cleared.')
  await expect(clear).toBeFocused()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('')
  await checkAccess()
  await page.keyboard.press('Tab')
  await expect(undo).toBeFocused()
  await expect(bar).toContainText('Paused')
  await page.clock.fastForward(30 * SECOND)
  await page.keyboard.press('Enter')
  await expectTyped(form)
  await expect(form.getByText('kcpe.pdf')).toBeVisible()
  await expect(clear).toBeFocused()

  await clear.click()
  await expect(undo).toBeVisible()
  await page.clock.runFor(11 * SECOND)
  await expect(bar).toBeHidden()
  await page.reload()
  await page.getByRole('button', { name: 'Add New Student' }).click()
  await restoreIn(form).click()
  await expectTyped(form)
  await expect(form.getByText('Choose again, as files are not kept: kcpe.pdf')).toBeVisible()
  await expect(savedIn(form)).toBeVisible()

  await clear.click()
  const yesterday = Date.now() - 86_400_001
  await expect.poll(() => storedIn(page, 'cleared', yesterday)).toEqual([[officer.id, 'student-add']])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add New Student' })).toBeVisible()
  await expect.poll(() => storedIn(page, 'cleared')).toEqual([])
})

async function openEdit(page: Page) {
  await page.goto('/dashboard?menu=students')
  await page.getByRole('button', { name: `Edit ${FAITH}` }).click()
  return page.getByRole('dialog', { name: 'Edit Student Data' })
}

test('what was cleared is restored with the key of its save @wide', async ({ page, signIn, errors }) => {
  await signIn(officer)
  const keys: (string | undefined)[] = []
  // The server never answers, so every save could have arrived.
  await page.route('**/api/students/*', async (route) => {
    const key = route.request().headers()['idempotency-key']
    if (!key) return route.fallback()
    keys.push(key)
    return route.abort()
  })
  const form = await openEdit(page)
  const save = async () => {
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByRole('alert')).toContainText('The server cannot be reached.')
  }
  await form.getByLabel('Ambition').fill('Pilot')
  await save()
  await form.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await restoreIn(form).click()
  await expect(form.getByLabel('Ambition')).toHaveValue('Pilot')
  await save()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(errors.splice(0)).toHaveLength(2)
})

test('Back closes a form like Esc, and then leaves the page @wide', async ({ page, signIn }) => {
  await signIn(officer, '/dashboard?menu=students')
  const add = page.getByRole('button', { name: 'Add New Student' })
  const form = addForm(page)
  const entries = await page.evaluate(() => history.length)
  await add.click()
  await form.getByLabel('Name', { exact: true }).fill('Zawadi')
  const question = page.getByRole('dialog', { name: 'Keep the draft?' })
  await pressBack(page)
  await expect(question).toBeVisible()
  await pressBack(page)
  await expect(question).toBeHidden()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Zawadi')
  await pressBack(page)
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(form).toBeHidden()

  await add.click()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toBeHidden()
  await expect(add).toBeFocused()
  await add.click()
  await page.reload()
  await expect(add).toBeVisible()
  await expect(form).toBeHidden()
  await add.click()
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(entries + 1)
  await page.goBack()
  await expect(page).toHaveURL('about:blank')
})
