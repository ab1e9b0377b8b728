import { INACTIVITY_LOGOUT_MS } from '#contract/identity/auth.ts'
import type { Page } from '@playwright/test'
import { entryOf, isPhone, openAccountMenu, openHeadMenu } from '../support/screen.ts'
import { addFilesByName, FILE_STUDENTS } from '../support/files/filesByName.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { sheetFile } from '../support/files/sheetFile.ts'
import { picture } from '../support/files/files.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, fillSignIn, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

const HEADINGS =
  'Name,DOB,Sex,School,Marks,Type,Joined,Officer,Mother,Father,Guardian,Languages,Story,Ambition'.split(',')

const next = (page: Page, step: string) => page.getByRole('link', { name: `Next: ${step}` })
const openImport = (page: Page) => page.getByRole('link', { name: 'Import', exact: true })
const chooseFile = (page: Page, file: ReturnType<typeof sheetFile>) =>
  page.getByLabel('Choose files').setInputFiles(file)

test('a register is imported and undone @wide', async ({ page, charity, signInAs, checkWidths, errors }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Lydia', last_name: 'Chebet' })
  await charity.addStudents([{ name: FAITH, dob: '2009-03-12', liaison_id: officer.id }])
  const row = (name: string, dob: string, school = 'Nyando Girls High School', sex = 'Girl', ambition = '') =>
    [name, dob, sex, school, '388', 'Sec', '05/02/2025', 'Lydia Chebet', 'Jane', 'Paul', 'Mother', 'English', 'Second of five.', ambition] // prettier-ignore
  const rows = [
    ['Tumaini Children’s Fund', 'Register of all pupils'],
    HEADINGS,
    row('Kiprono Cheruiyot', '03/04/2010', 'Mukaa Boys', 'Boy', 'Doctor'),
    row('Ruth Nekesa Wafula', '05/06/2010', 'Nyando Girls', 'Mtoto'),
    row('Achieng Nyongesa', '07/08/2029', 'Kapsowar Boys'),
    row('Faith Atieno', '12/03/2009'),
    row('Ruth N. Wafula', '05/06/2010'),
  ]
  await signInAs(1, '/dashboard')
  await tabTo(page.getByRole('button', { name: 'More for Students' }))
  await page.keyboard.press('Enter')
  await expect(openImport(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/dashboard?menu=import&what=students')
  // No value is shown as unknown before the registered values are loaded.
  const release = await delayRequests(page, '**/api/schools')
  await chooseFile(page, sheetFile('register.xlsx', rows))
  await expect(page.getByRole('heading', { name: 'Every column has its place' })).toBeVisible()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('register.xlsx, sheet “Pupils”, 5 rows')
  await page.getByRole('button', { name: /^14 columns understood/ }).click()
  await page.getByRole('combobox', { name: 'Column B, DOB, goes to' }).click()
  await page.getByRole('option', { name: 'Left out' }).click()
  const undo = page.getByRole('region', { name: 'Undo' })
  await expect(undo.getByRole('status')).toHaveText('Left out. Column B, DOB')
  await page.getByRole('button', { name: 'Change DOB' }).click()
  await expect(page.getByRole('heading', { name: '1 column with data is not imported' })).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Import as Date of Birth' }).click()
  // The answers are kept, also after another screen was open.
  await next(page, 'Values').click()
  await expect(page.getByText('Looking up registered names …')).toBeVisible()
  await expect(page.getByText('like no school')).toHaveCount(0)
  release()
  const asked = (name: string) => page.getByRole('listitem', { name, exact: true })
  await expect(asked('Mukaa Boys')).toContainText('1 row, like no school')
  await asked('Mtoto').getByRole('button', { name: 'Female' }).click()
  await page.getByRole('link', { name: 'Moving in' }).click()
  await page.getByRole('link', { name: 'Back to students' }).click()
  await openHeadMenu(page)
  await openImport(page).click()
  // A logout asks before it discards the import; choosing another file keeps the answers that fit.
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout?' }).click()
  const leaving = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(leaving).toContainText('An import is not finished.')
  await expect(leaving).toContainText('Dropped sheets are not imported.')
  await leaving.getByRole('button', { name: 'Stay and continue' }).click()
  await page.getByRole('button', { name: 'Discard answers' }).click()
  const discarding = page.getByRole('dialog', { name: 'Discard the answers?' })
  await discarding.getByRole('button', { name: 'Keep editing' }).click()
  const corrected = [['Tumaini Children’s Fund', 'Corrected'], ...rows.slice(1)]
  await chooseFile(page, sheetFile('corrected.xlsx', corrected))
  await next(page, 'Values').click()
  await expect(page.getByRole('button', { name: 'Change Mtoto' })).toBeVisible()

  // All dates are ambiguous, so the user has to choose.
  await expect(
    page.getByRole('radiogroup', { name: /^Is 03\/04\/2010 the 3rd of April or the 4th of March\?/ }),
  ).toBeVisible()
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  // Next leads to the first open question, until the user leaves them open.
  await page.getByRole('button', { name: 'Next: Check' }).click()
  await page.getByRole('link', { name: /^Leave \d+ open$/ }).click()
  await expect(page.getByText(/^Choose under Values whether the day or the month comes first/)).toHaveCount(2)
  await page.getByRole('link', { name: 'Back: Values' }).first().click()
  await tabTo(page.getByRole('radio', { name: /^The 3rd of April/ }))
  await page.keyboard.press('Space')
  // An answer folds in its place, and the next open question has the focus.
  await expect(page.getByText('03/04/2010 in “DOB”')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^The 5th of February/ })).toBeFocused()
  await page.keyboard.press('Space')
  await checkWidths()
  // By keyboard: Enter takes the first answer and moves on, U undoes.
  await asked('Mukaa Boys').getByRole('button', { name: 'Add school' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Cluster of Mukaa Boys' }).fill('Wote')
  await page.getByRole('button', { name: 'Add school', exact: true }).first().click()
  await asked('Kapsowar Boys').getByRole('button', { name: 'Add school' }).click()
  await page.getByRole('combobox', { name: 'Cluster of Kapsowar Boys' }).fill('Makueni')
  await page.getByRole('button', { name: 'Add school', exact: true }).click()
  const siblings = page.getByRole('button', { name: 'Not known for all 5' })
  await tabTo(siblings)
  await page.keyboard.press('Enter')
  await expect(siblings).toHaveCount(0)
  // U undoes from anywhere, and leads back to the question.
  await page.getByRole('heading', { level: 1 }).focus()
  // Not behind a dialog.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('u')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(siblings).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(siblings).toBeVisible()
  await expect(page.locator('[data-open] [data-option]:focus')).toHaveCount(1)
  await page.getByRole('button', { name: /^Take all \d+ guesses$/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('[data-open] [data-option]:focus')).toHaveCount(1)
  await tabTo(page.getByRole('button', { name: /^Take all \d+ guesses$/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Everything is answered' })).toBeVisible()
  await expect(next(page, 'Check')).toBeFocused()
  await expect(page.getByText('Elimu adds 2 schools and 2 clusters with the import.')).toBeVisible()
  const understood = page.getByRole('button', { name: /understood/ })
  await understood.click()
  await page.getByRole('searchbox', { name: 'Search in the sheet’s words or what they mean' }).fill('nyando')
  await expect(page.getByRole('region', { name: 'Understood' })).toContainText('Nyando Girls High School')
  await checkWidths()

  await next(page, 'Check').click()
  await expect(page.getByRole('heading', { name: '3 students are ready' })).toBeVisible()
  await expect(page.getByText('1 row: Date of Birth must be in the past')).toBeVisible()
  const questions = page.getByRole('region', { name: 'Questions about rows' })
  await expect(questions.getByRole('heading', { name: '3 kinds of questions are open' })).toBeVisible()
  const registered = page.getByRole('region', { name: '1 row may be of a registered student' })
  await expect(registered).toContainText('Your sheet, row 6')
  await expect(registered).toContainText('Already registered, EL-0001')
  // No answer is preset, and two rows that are alike both count.
  const inSheet = page.getByRole('region', { name: '1 possible duplicate' })
  await expect(inSheet).toContainText('Your sheet too, row 4')
  await expect(questions.getByRole('button', { pressed: true })).toHaveCount(0)
  await checkWidths()
  await inSheet.getByRole('button', { name: 'Two students' }).click()
  await expect(questions.getByRole('heading', { name: '2 kinds of questions are open' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '3 students are ready' })).toBeVisible()
  await inSheet.getByRole('button', { name: 'Row 7 is a copy' }).click()
  await expect(page.getByRole('heading', { name: '2 students are ready' })).toBeVisible()
  await registered.getByRole('button', { name: 'Same child, update' }).click()
  await expect(page.getByRole('heading', { name: '3 students are ready' })).toBeVisible()
  const changes = page.getByRole('region', { name: 'Changes to students' })
  await expect(changes.getByRole('heading', { name: '1 student would be changed' })).toBeVisible()
  await changes.getByRole('button', { name: 'Show changes: Name' }).click()
  await expect(changes.getByText(FAITH)).toBeVisible()
  await changes.getByRole('group', { name: 'Name of 1 student' }).getByText('Leave as is').click()
  await expect(changes.getByText('0 students: Name would change')).toBeVisible()
  await checkWidths()
  await page.getByLabel('Date of Birth of Achieng Nyongesa', { exact: true }).fill('7 Aug 2009')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '4 students are ready' })).toBeVisible()

  // A reload keeps the file and the answers.
  await page.reload()
  await expect(page.getByRole('heading', { name: '4 students are ready' })).toBeVisible()

  // Without a network nothing is lost, and the same button imports once.
  const doImport = page.getByRole('button', { name: 'Import 4 students' })
  await page.context().setOffline(true)
  await doImport.click()
  await expect(page.getByRole('alert').first()).toContainText('The server cannot be reached')
  await page.context().setOffline(false)
  expect([...new Set(errors.splice(0))]).toEqual(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED'])
  await doImport.click()
  await expect(page.getByRole('heading', { name: '3 students were imported, 1 was updated' })).toBeVisible()
  await expect(page.getByText('new students, EL-0002 to EL-0004')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Earlier imports' })).toContainText('corrected.xlsx')
  await checkWidths()
  await page.getByRole('link', { name: 'See the students' }).click()
  await expect(entryOf(page, 'Kiprono Cheruiyot')).toBeVisible()
  await expect(entryOf(page, FAITH)).toBeVisible()

  await page.goBack()
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText(
    '3 students, 2 schools and 2 clusters will be removed. 1 student will be as before.',
  )
  await question.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The import was undone: 3 removed, 1 restored.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'This import was undone' })).toBeVisible()
  await page.goto('/dashboard?menu=students')
  await expect(entryOf(page, FAITH)).toBeVisible()
  await expect(page.getByText('Kiprono Cheruiyot')).toHaveCount(0)
  // Without a file, an address of a later step leads to the first one.
  await page.goto('/dashboard?menu=import&what=students&step=check')
  await expect(page).toHaveURL('/dashboard?menu=import&what=students')
})

test('files are matched to imported students', async ({
  page,
  charity,
  administrator,
  signIn,
  checkAccess,
  errors,
}) => {
  const sheet = FILE_STUDENTS.map((name, row) => ({ name, files: row === 0 ? ['cheruiyot.jpg'] : [] }))
  const id = await charity.importStudents(sheet, administrator)
  await signIn(administrator, `/dashboard?menu=import&what=students&step=done&import=${id}`)
  await addFilesByName(page, (name) => `EL-000${FILE_STUDENTS.indexOf(name) + 1}`, checkAccess)
  await page.getByRole('button', { name: 'Undo this import' }).click()
  const question = page.getByRole('dialog', { name: 'Undo this import?' })
  await expect(question).toContainText(/students and \d+ files will be removed/)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  if (!isPhone(page)) await endSessionMeanwhile(page, administrator.email)
  // Offline, the browser logs each failed request.
  errors.length = 0
})

test('schools and supporters are imported @wide', async ({ page, charity, signIn, checkAccess }) => {
  const director = await charity.addUser({ role_id: 2 })
  await signIn(director, '/dashboard?menu=schools')
  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Import Schools' }).click()
  await chooseFile(
    page,
    sheetFile('schools.xlsx', [
      ['School', 'Cluster'],
      ['Moi Girls', 'Kibera'],
    ]),
  )
  await next(page, 'Values').click()
  // A cluster that is like none needs no answer.
  await page.getByRole('button', { name: /^1 understood/ }).click()
  await expect(page.getByText('New cluster')).toBeVisible()
  // After an expired session the user signs in and continues at the same step.
  await page.clock.fastForward(INACTIVITY_LOGOUT_MS + 1_000)
  await fillSignIn(page, director.email)
  await expect(page.getByText('Elimu adds 1 cluster with the import.')).toBeVisible()
  await next(page, 'Check').click()
  await expect(page.getByText('1 new. 1 cluster will be added')).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 school' }).click()
  await expect(page.getByRole('heading', { name: '1 school was imported' })).toBeVisible()
  await expect(page.getByText('cluster added')).toBeVisible()

  await page.goto('/dashboard?menu=users')
  await openHeadMenu(page)
  await page.getByRole('link', { name: 'Import Supporters' }).click()
  const people = [
    ['First name', 'Last name', 'Email'],
    ['Grace', 'Wanjiru', 'grace@elimu.test'],
    ...Array.from({ length: 60 }, (_, row) => [`Kevin ${row + 1}`, 'Otieno', 'no address']),
  ]
  let checks = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/imports') && request.postData()?.includes('"check":true')) checks += 1
  })
  await chooseFile(page, sheetFile('supporters.xlsx', people))
  await next(page, 'Values').click()
  await expect(page.getByRole('heading', { name: 'Everything is answered' })).toBeVisible()
  await next(page, 'Check').click()
  await expect(page.getByRole('region', { name: 'Questions about rows' })).toContainText('Kevin 1 Otieno')
  // Thousands of wrong rows are not drawn at once.
  const corrections = page.getByRole('textbox', { name: /^E-?mail of Kevin/i })
  await expect(corrections).toHaveCount(3)
  await page.getByRole('button', { name: 'Show 50 of 57 more' }).click()
  await expect(corrections).toHaveCount(53)
  await page.getByRole('button', { name: 'Show 7 more' }).click()
  await expect(corrections).toHaveCount(60)
  await page.getByRole('button', { name: 'Import 1 supporter' }).click()
  await expect(page.getByText('1 supporter has not been invited.')).toBeVisible()
  // What was imported is not checked once more.
  expect(checks).toBe(1)
  await checkAccess()
  await page.getByRole('button', { name: 'Send 1 invitation' }).click()
  await expect(page.getByText('All users of this import have been invited.')).toBeVisible()
  await charity.mailbox.letterTo('grace@elimu.test')

  // A logout leaves nothing of an unfinished import on the device.
  await page.goto('/dashboard?menu=import&what=supporters')
  await chooseFile(page, sheetFile('more.xlsx', people))
  await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout?' }).click()
  await page.getByRole('button', { name: 'Log out anyway' }).click()
  await fillSignIn(page, director.email)
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()
  await page.goto('/dashboard?menu=import&what=supporters&step=columns')
  await expect(page).toHaveURL('/dashboard?menu=import&what=supporters')
})

/** An expired session keeps its unsent files for the next session of the same user. */
async function endSessionMeanwhile(page: Page, email: string): Promise<void> {
  await page.evaluate(() => {
    const draw: (image: Blob) => Promise<ImageBitmap> = window.createImageBitmap
    const isDrawing = new Promise((resolve) => window.addEventListener('draw', resolve, { once: true }))
    Object.assign(window, { createImageBitmap: (image: Blob) => isDrawing.then(() => draw(image)) })
  })
  const { buffer, ...file } = await picture('EL-0003.jpg')
  const large = { ...file, buffer: Buffer.concat([buffer, Buffer.alloc(600 * 1024)]) }
  await page.getByLabel('Pictures and certificates', { exact: true }).setInputFiles(large)
  const row = page.locator('tr, li').filter({ hasText: 'EL-0003.jpg' })
  await expect(row).toContainText('Waiting')
  await page.clock.fastForward(INACTIVITY_LOGOUT_MS + 1_000)
  await fillSignIn(page, email)
  await expect(row).toContainText('Waiting')
  await page.evaluate(() => window.dispatchEvent(new Event('draw')))
  await expect(row).toContainText('Added')
}
