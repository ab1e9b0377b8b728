import { dayOf, daysFrom, formatDay, yearsBefore } from '#contract/base/days.ts'
import { restrictionMessages } from '#contract/privacy/restriction.ts'
import { FULL } from '../../server/testing/data/consents.ts'
import { saveForm } from '../support/forms.ts'
import { expectRows, expectWork, openMyWork } from '../support/myWork.ts'
import { entries, entryOf } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const HALIMA = 'Halima Abdi Noor'

test('a director restricts the use of a record, and lifts that again @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const supporter = await charity.addUser({ role_id: 5 })
  const director = await charity.addUser({ role_id: 2, first_name: 'Joseph', last_name: 'Mutiso' })
  const officer = await charity.addUser({ role_id: 4 })
  const [id = 0] = await charity.addStudents([
    { name: HALIMA, supporter_id: supporter.id, liaison_id: officer.id },
    { name: 'Grace Wanjiru', liaison_id: officer.id },
  ])
  const profile = `/dashboard?menu=profile&student=${id}`
  const head = page.getByRole('heading', { level: 1, name: HALIMA })
  await signIn(supporter, profile)
  await expect(head).toBeVisible()

  await signIn(director, profile)
  const banner = page.getByRole('status').filter({ hasText: 'The use of this record is restricted since' })
  await page.getByRole('button', { name: /^More about / }).click()
  await page.getByRole('menuitem', { name: /^Restrict the use/ }).click()
  const form = page.getByRole('dialog', { name: 'Restrict the Use' })
  await form.getByRole('button', { name: 'Restrict the use' }).click()
  await expect(form.getByText(restrictionMessages.reasonRequired)).toBeVisible()
  await form.getByLabel('Reason').fill('The father disputes the marks.')
  await checkWidths()
  await saveForm(form, restrictionMessages.restricted, 'Restrict the use')
  await expect(banner).toContainText('Joseph Mutiso: “The father disputes the marks.”')
  await expect(page.getByText('Nothing is shared while the use of the record is restricted.')).toBeVisible()
  await checkWidths()
  await page.getByRole('button', { name: /^More about / }).click()
  await expect(page.getByRole('menuitem', { name: /^Requests/ })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /^Restrict the use/ })).toBeHidden()
  await page.keyboard.press('Escape')

  for (const menu of ['students', 'academics', 'finance', 'gallery']) {
    await page.goto(`/dashboard?menu=${menu}`)
    await expect(entryOf(page, HALIMA)).toContainText('Restricted')
    await expect(entryOf(page, 'Grace')).not.toContainText('Restricted')
  }
  await expectWork(page, 1)
  const work = await openMyWork(page)
  await expectRows(work, 1)
  await work.getByRole('link', { name: '1 record is restricted' }).click()
  await expect(page.getByText('Only students whose record is restricted.')).toBeVisible()
  await expect(entries(page)).toHaveCount(1)
  await checkWidths()

  await signIn(supporter, profile)
  await expect(page.getByRole('heading', { name: 'This student cannot be found' })).toBeVisible()

  await signIn(director, profile)
  await page.getByRole('button', { name: 'Lift the restriction' }).click()
  const lifting = page.getByRole('dialog', { name: 'Lift the Restriction' })
  await checkWidths()
  await saveForm(lifting, restrictionMessages.lifted, 'Lift the restriction')
  await expect(banner).toBeHidden()
  await page.getByRole('link', { name: 'History' }).click()
  for (const words of ['Record: use restricted', 'Record: restriction lifted']) {
    const entry = page.getByRole('listitem').filter({ hasText: words })
    await entry.getByRole('button', { name: /^Details/ }).click()
    await expect(entry).toContainText('The father disputes')
  }

  await signIn(supporter, profile)
  await expect(head).toBeVisible()
})

test('My work lists what is due by time: records, refusals and coming of age @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  // The browser has no print dialog here.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const director = await charity.addUser({ role_id: 2 })
  const today = dayOf(charity.now())
  const turns = daysFrom(today, 10)
  const [id = 0, refused = 0, left = 0] = await charity.addStudents([
    { name: HALIMA, dob: yearsBefore(turns, 18), liaison_id: officer.id },
    { name: 'Grace Wanjiru', dob: '2015-01-01', liaison_id: officer.id },
    { name: 'Kevin Otieno', dob: '2005-01-01', status: 3, liaison_id: officer.id },
  ])
  await charity.givePictures([id, refused])
  await charity.giveConsents([refused], { ...FULL, pictures: '' })
  await charity.addReportCards([{ student_id: left, year: '2015', status: 2 }])
  await charity.setRetention(5)
  await charity.setContact('P.O. Box 412, Kisumu, 0700 000 412')

  await signIn(director, '/dashboard?menu=students')
  await expectWork(page, 2)
  const work = await openMyWork(page)
  await expectRows(work, 2)
  await checkWidths()
  await work.getByRole('link', { name: '1 record is older than the retention period' }).click()
  await expect(page.getByRole('heading', { name: '1 student left more than 5 years ago' })).toBeVisible()
  await openMyWork(page)
  await work.getByRole('link', { name: '1 family refused something a year ago or earlier' }).click()
  await expect(page.getByRole('heading', { name: 'Refused for a year' })).toBeVisible()
  await expect(entryOf(page, 'Grace Wanjiru')).toBeVisible()

  await signIn(officer, '/dashboard?menu=students')
  await openMyWork(page)
  const invite = work.getByRole('button', {
    name: `${HALIMA} turns 18 on ${formatDay(turns)}: invite to consent`,
  })
  await invite.click()
  const dialog = page.getByRole('dialog', { name: 'Invite to Consent' })
  await expect(dialog.getByRole('article')).toContainText(`On ${formatDay(turns)} you turn 18.`)
  await dialog.getByRole('button', { name: 'Kiswahili' }).click()
  await expect(dialog.getByRole('article')).toContainText('Mpendwa Halima')
  await checkWidths()
  const printed = page.locator('body > div > article')
  const finishPrint = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await expect(printed).toHaveCount(0)
  }
  await dialog.getByRole('button', { name: 'Print the letter' }).click()
  await expect(printed).toHaveText([/Dear Halima.*Brian Ochieng/, /Mpendwa Halima.*Brian Ochieng/])
  await finishPrint()
  await dialog.getByRole('button', { name: 'Print the form' }).click()
  await expect(printed).toContainText(HALIMA)
  await finishPrint()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(invite).toBeFocused()
})
