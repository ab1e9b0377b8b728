import { dayOf, daysFrom, formatDay } from '#contract/base/days.ts'
import { requestMessages } from '#contract/privacy/requests.ts'
import { CONFIRMED_MINUTES } from '#contract/identity/account.ts'
import { erasureMessages } from '#contract/privacy/erasure.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { pdfFile } from '../support/files/files.ts'
import { saveForm } from '../support/forms.ts'
import { expectWork, openMyWork } from '../support/myWork.ts'
import { entries, entryOf } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const HALIMA = 'Halima Abdi Noor'
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

test('a request is noted by an officer, and answered with an export @wide', async ({
  page,
  charity,
  signIn,
  administrator,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const director = await charity.addUser({ role_id: 2, first_name: 'Joseph', last_name: 'Mutiso' })
  const [id = 0] = await charity.addStudents([
    { name: HALIMA, liaison_id: officer.id, background: 'She lives with Kevin Otieno. Kev is 9.' },
    { name: 'Kevin Otieno', liaison_id: officer.id },
  ])
  await charity.givePictures([id])
  await charity.addReportCards([{ student_id: id, status: 1 }])

  const profile = `/dashboard?menu=profile&student=${id}`
  await signIn(officer, profile)
  const openForm = async () => {
    await page.getByRole('button', { name: /^More about / }).click()
    await page.getByRole('menuitem', { name: /^New request/ }).click()
    return page.getByRole('dialog', { name: 'New Request' })
  }
  const form = await openForm()
  await form.getByRole('button', { name: 'Save Request' }).click()
  await expect(form.getByText(requestMessages.kindRequired)).toBeVisible()
  await form.getByRole('radio', { name: /^Access/ }).check()
  await form.getByLabel('Who asks').fill('Fatuma Noor')
  await expect(form.getByText(/^Draft saved \d\d:\d\d$/)).toBeVisible()
  await page.reload()
  await openForm()
  await expect(form.getByLabel('Who asks')).toHaveValue('Fatuma Noor')
  await form.getByLabel('Relation to the student').selectOption('Mother')
  await form.getByLabel('How they proved who they are').fill('National ID card')
  await form.getByLabel('What they ask, in their own words').fill('I want to read what you have written.')
  const asked_on = daysFrom(dayOf(charity.now()), -8)
  await form.getByRole('textbox', { name: 'Asked on' }).fill(formatDay(asked_on))
  await form.getByLabel('The letter', { exact: true }).setInputFiles(pdfFile(0, 'letter.pdf'))
  await expect(form.getByText(`Due ${formatDay(daysFrom(asked_on, 7))}`)).toBeVisible()
  await checkWidths()
  await saveForm(form, requestMessages.saved, 'Save Request')
  await page.goto('/dashboard?menu=requests')
  await entryOf(page, HALIMA).getByRole('button', { name: 'Open the request of Fatuma Noor' }).click()
  await expect(page.getByRole('region', { name: 'What to do' })).toContainText('Accept or refuse')
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden()

  await signIn(director, '/dashboard?menu=students')
  await expectWork(page, 1)
  const work = await openMyWork(page)
  await work.getByRole('link', { name: '1 request to answer, 1 overdue' }).click()
  await entryOf(page, HALIMA).getByRole('button', { name: 'Open the request of Fatuma Noor' }).click()
  await expect(page.getByRole('link', { name: 'View the letter' })).toBeVisible()
  await checkWidths()
  // While the server works, it cannot be accepted twice.
  const accept = page.getByRole('button', { name: 'Accept' })
  const release = await delayRequests(page, '**/api/requests/1')
  await accept.click()
  await expect(accept).toBeDisabled()
  release()
  await expect(page.getByRole('listitem').filter({ hasText: 'Give it to Fatuma Noor' })).toBeVisible()

  // The export needs a proof who the director is, as its last one is too old.
  charity.step((CONFIRMED_MINUTES + 1) * MINUTE)
  await page.getByRole('button', { name: 'Export the record', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the Record' })
  await expect(dialog.getByLabel('What it is for')).toHaveValue('1')
  const otherNames = dialog.getByLabel('Other names to redact')
  await expect(otherNames).toHaveAttribute('maxlength', '500')
  await otherNames.fill('Kev, Kevo')
  await checkWidths()
  await dialog.getByRole('button', { name: 'Next: check names' }).click()
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Student: Background.*She lives with \[another child\]\./,
    /\[another child\] is 9\./,
  ])
  await dialog.getByLabel('Leave in: Kevin Otieno').check()
  await checkWidths()
  await dialog.getByRole('button', { name: /^Export, \d/ }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const downloading = page.waitForEvent('download')
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('EL-0001.zip')
  // Browsers and proxies record addresses.
  expect(download.url()).not.toContain('Kev')
  await expect(dialog.getByText(/The download has started/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  const answer = page.getByRole('dialog', { name: 'Mark as Answered' })
  await answer.getByLabel('How Fatuma Noor was answered').fill('On a memory stick.')
  await saveForm(answer, requestMessages.answered, 'Mark as answered')
  await expectWork(page, 0)

  await page.goto('/dashboard?menu=requests&show=closed')
  await page.getByRole('link', { name: `See the export of ${HALIMA}` }).click()
  const looked = page.getByRole('region', { name: 'Who looked' })
  await expect(looked).toContainText(
    /Exported: The whole record, \d+ MB, not redacted: Student: Background. For: Fatuma Noor, Mother/,
  )
  await looked.getByRole('button', { name: /left Elimu/ }).click()
  await expect(looked.getByRole('row', { name: /Exported/ })).toContainText('Fatuma Noor, Mother')
  const saving = page.waitForEvent('download')
  await looked.getByRole('button', { name: 'Download CSV' }).click()
  expect((await saving).suggestedFilename()).toContain('who-looked-EL-0001')
  await expect(looked.getByRole('row', { name: /Downloaded/ })).toContainText('Who looked')

  await page.getByRole('button', { name: /^More about / }).click()
  await page.getByRole('menuitem', { name: /^Export/ }).click()
  const again = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Next: check names' }).click()
  await dialog.getByRole('button', { name: /^Export, \d/ }).click()
  await again
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(looked.getByRole('row', { name: /Exported/ })).toHaveCount(2)
  await checkWidths()

  // A chosen person stays chosen for a time in which they did nothing.
  charity.step(61 * DAY)
  await signIn(administrator, `${profile}&tab=looked`)
  const time = looked.getByLabel('Time', { exact: true })
  const person = looked.getByLabel('Person', { exact: true })
  await time.selectOption('The last 12 months')
  await person.selectOption('Joseph Mutiso')
  await time.selectOption('The last 60 days')
  await expect(looked).toContainText('Joseph Mutiso did not open this record in the last 60 days')
  await expect(person.locator('option:checked')).toHaveText('Joseph Mutiso')
})

test('a request is refused with a letter in two languages @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  await charity.addStudents([
    { name: HALIMA, guardian_phone: '+254 722 123456', liaison_id: officer.id },
    ...Array.from({ length: 7 }, () => ({ name: 'Grace Wanjiru', liaison_id: officer.id })),
  ])
  // The browser has no print dialog here.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await signInAs(2)
  await page.goto('/dashboard?menu=requests')
  await page.getByRole('button', { name: 'New Request' }).click()
  const form = page.getByRole('dialog', { name: 'New Request' })
  await form.getByRole('radio', { name: /^Erasure/ }).check()
  const student = form.getByRole('combobox', { name: 'Student', exact: true })
  await student.fill('grace')
  await expect(form.getByText('The first 6 of 7 students. Type more to find another.')).toBeVisible()
  await student.fill('0722123456')
  await page.getByRole('option', { name: `${HALIMA}, EL-0001` }).click()
  await form.getByLabel('Who asks').fill('Daniel Okello')
  await form.getByLabel('How they proved who they are').fill('Nothing')
  await form.getByLabel('What they ask, in their own words').fill('Remove it.')
  await saveForm(form, requestMessages.saved, 'Save Request')
  await expect(entryOf(page, HALIMA)).toContainText(/in 14 days.*Start by/)
  await page.getByRole('button', { name: 'Decide: Erasure, Halima Abdi Noor' }).click()
  await expect(page.getByRole('region', { name: 'What to do' })).toBeFocused()
  await page.getByRole('button', { name: 'Refuse' }).click()
  const refusal = page.getByRole('dialog', { name: 'Refuse the Request' })
  await refusal.getByRole('radio', { name: /^They are not a parent/ }).check()
  await refusal.getByLabel('What the letter says about it').fill('You told us that you are his uncle.')
  await expect(refusal.getByRole('article')).toContainText('You told us that you are his uncle.')
  await refusal.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(refusal.getByRole('article')).toContainText('Mpendwa Daniel Okello')
  await expect(refusal.getByRole('article')).toContainText('(haijatafsiriwa / not translated)')
  await refusal.getByLabel('The same in Swahili').fill('Ulituambia kwamba wewe ni mjomba wake.')
  await checkWidths()
  await saveForm(refusal, requestMessages.refused, 'Refuse and print')
  const letters = page.locator('body > div > article')
  const expectLetters = async () => {
    await expect(letters).toHaveText([
      /You asked us to remove a record.*“Remove it.”.*You told us that you are his uncle/,
      /Mpendwa Daniel Okello.*“Remove it.”.*Ulituambia kwamba wewe ni mjomba wake/,
    ])
    await expect(letters.filter({ hasText: /Halima|EL-0001/ })).toHaveCount(0)
    await page.emulateMedia({ media: 'print' })
    await expect(letters.first()).toBeVisible()
    await expect(letters.last()).toHaveCSS('break-before', 'page')
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(letters).toHaveCount(0)
  }
  await expectLetters()
  await page.goto('/dashboard?menu=requests&show=closed')
  await expect(entries(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Print the letter to Daniel Okello' }).click()
  await expectLetters()
  await page.goto('/dashboard?menu=profile&student=1&tab=looked')
  await page.getByRole('button', { name: /left Elimu/ }).click()
  await expect(page.getByRole('row', { name: /Printed.*Letter of refusal/ })).toHaveCount(2)

  await signInAs(5, '/dashboard?menu=requests')
  await expect(page).toHaveURL(/menu=academics/)
})

test('the record of a student who left is anonymised, after a wait that can be cancelled @wide', async ({
  page,
  charity,
  signIn,
  administrator,
  signInAs,
  checkWidths,
}) => {
  const [id = 0] = await charity.addStudents([
    { name: HALIMA, status: 3, mother: 'Fatuma Noor', liaison_id: administrator.id },
    { name: 'Grace Wanjiru', background: 'A friend of Halima Noor.', liaison_id: administrator.id },
  ])
  await charity.addReportCards([{ student_id: id }])
  await charity.addReceipts([{ student_id: id }])
  const profile = `/dashboard?menu=profile&student=${id}`
  await signIn(administrator, profile)
  const verify = page.getByRole('button', { name: 'Admin Verify' })
  await expect(verify).toHaveCount(2)
  const start = async () => {
    await page.getByRole('button', { name: /^More about / }).click()
    await page.getByRole('menuitem', { name: /^Anonymise/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Anonymise the Record' })
    await expect(dialog).toContainText('If one is restored with the newest list of anonymised records')
    const button = dialog.getByRole('button', { name: /^Anonymise on \d/ })
    await expect(button).toBeDisabled()
    await dialog.getByLabel('Type EL-0001 to confirm').fill('el-0001')
    return { dialog, button }
  }
  const first = await start()
  const mention = first.dialog.getByRole('link', { name: /^Student, Grace Wanjiru, EL-0002/ })
  await expect(mention).toHaveAttribute('target', '_blank')
  await expect(first.dialog).toContainText('A friend of Halima Noor.')
  await expect(first.dialog.getByLabel('Why')).toHaveValue('')
  await expect(first.dialog).toContainText('this gender, year of birth and cluster')
  await first.dialog.getByLabel('Remove the gender too').check()
  await checkWidths()
  charity.step((CONFIRMED_MINUTES + 1) * MINUTE)
  await first.button.click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it is you' })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  const banner = page.getByRole('main').getByText(/^This record will be anonymised on \d/)
  await expect(banner).toBeVisible()
  await page.clock.fastForward(2_000)
  await expect(first.dialog).toBeHidden()
  // The texts to correct stay in sight until then.
  await expect(page.getByRole('main').getByRole('link', { name: /^Student, Grace Wanjiru/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record Consent' })).toBeHidden()
  await expect(verify).toHaveCount(0)
  await checkWidths()

  await signInAs(2, profile)
  await page.getByRole('button', { name: `Cancel anonymising ${HALIMA}` }).click()
  await expect(page.locator(':focus')).toHaveText(erasureMessages.cancelled)
  await expect(banner).toBeHidden()

  await signIn(administrator, profile)
  const second = await start()
  await second.button.click()
  await expect(banner).toBeVisible()
  charity.step(8 * DAY)
  await charity.finishErasures()
  await signIn(administrator, profile)
  await expect(page.getByRole('main')).toContainText('This student cannot be found')
  await page.goto('/dashboard?menu=students&search=Anonymised')
  await page.getByRole('link', { name: 'Anonymised student' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anonymised student' })).toBeVisible()
  await expect(page.getByText(/^Names, texts, files and letters were removed on \d/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Academic Progress' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Financial Statements' })).toBeVisible()
  for (const gone of ['Student Background', 'Annual Documents'])
    await expect(page.getByRole('heading', { name: gone, exact: true })).toBeHidden()
  await expect(page.getByRole('region', { name: 'Consent' })).toBeHidden()
  await expect(page.getByRole('main')).not.toContainText(/Halima|Noor|EL-0001|Imported/)
  await checkWidths()
})

test('an administrator sets how long records stay, and sees who left before @wide', async ({
  page,
  charity,
  administrator,
  signInAs,
  checkWidths,
}) => {
  const [id = 0] = await charity.addStudents([
    { name: HALIMA, status: 3, liaison_id: administrator.id },
    { name: 'Grace Wanjiru', liaison_id: administrator.id },
  ])
  await charity.addReportCards([{ student_id: id, year: '2019' }])
  await signInAs(1, '/dashboard?menu=retention')
  await expect(page.getByRole('heading', { name: 'No period is set' })).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: 'Set a period' }).click()
  const form = page.getByRole('dialog', { name: 'How Long Records Stay' })
  await form.getByLabel('Years after a student has left').selectOption('5 years')
  await saveForm(form, erasureMessages.periodSaved)
  await expect(page.getByRole('heading', { name: '1 student left more than 5 years ago' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change period' })).toBeVisible()
  await expect(entries(page)).toHaveCount(1)
  await checkWidths()
  await page.getByRole('button', { name: `Anonymise the record of ${HALIMA}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Anonymise the Record' })
  await dialog.getByLabel('Type EL-0001 to confirm').fill('EL-0001')
  await dialog.getByRole('button', { name: /^Anonymise on \d/ }).click()
  await expect(entryOf(page, HALIMA)).toContainText('Waiting until')
  await page.clock.fastForward(2_000)
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Cancel anonymising ${HALIMA}` }).click()
  await expect(page.locator(':focus')).toHaveText(erasureMessages.cancelled)
  await expect(entryOf(page, HALIMA)).not.toContainText('Waiting until')
  await signInAs(2, '/dashboard?menu=retention')
  await expect(entries(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Change period' })).toBeHidden()
  await expect(page.getByRole('button', { name: `Anonymise the record of ${HALIMA}` })).toBeHidden()
})
