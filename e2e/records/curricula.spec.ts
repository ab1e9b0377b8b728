import { notificationMessages } from '#contract/notifications.ts'
import { recordMessages } from '#contract/records/records.ts'
import { reportCardMessages } from '#contract/records/reportCards.ts'
import { studentMessages } from '#contract/students/students.ts'
import type { Locator, Page } from '@playwright/test'
import { entryOf } from '../support/screen.ts'
import { saveForm } from '../support/forms.ts'
import { overflows } from '../support/overflows.ts'
import { scannedPdf } from '../support/files/scannedPdf.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { picture } from '../support/files/files.ts'
import { expect, test } from '../support/test.ts'

const DENNIS = 'Dennis Mutiso Kyalo'
const thisYear = String(new Date().getFullYear())
const four = [
  ['English', 'm', 'ME1'],
  ['Kiswahili', 'EE2', 'EE2'],
  ['Chemistry', 'b', 'BE1'],
  ['Physics', 'x', 'X'],
] as const

const rowOf = (form: Locator, number: number) =>
  form.getByRole('group', { name: `Subject ${number}`, exact: true })

test('a report card of levels reaches the supporter @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
  checkAccess,
}) => {
  /** The longest of the journeys runs once, so its screens are measured in both sizes here. */
  const expectFit = async (screen: Page, shown?: Locator) => {
    for (const size of [PHONE, WIDE]) {
      await screen.setViewportSize(size)
      await expect.poll(() => overflows(screen)).toEqual([])
      if (shown) await expect(shown).toBeVisible()
    }
  }

  const officer = await charity.addUser({ role_id: 4, first_name: 'Josphat', last_name: 'Muli' })
  const grace = await charity.addUser({ role_id: 5, first_name: 'Grace', last_name: 'Wanjiru' })
  const [faith = 0] = await charity.addStudents([{ name: 'Faith Atieno', liaison_id: officer.id }])
  await charity.addReportCards([{ student_id: faith, year: thisYear, class: 'Form 4', status: 2 }])

  await signIn(officer, '/dashboard')
  await page.getByRole('button', { name: 'Add New Student' }).click()
  const student = page.getByRole('dialog', { name: 'Add New Student' })
  await expect(student.getByRole('radio', { name: 'KCPE' })).toBeChecked()
  await student.getByRole('radio', { name: 'None' }).check()
  await expect(student.getByText('No score and no file are asked for.')).toBeVisible()
  await student.getByRole('radio', { name: 'None' }).press('ArrowLeft')
  await student.getByRole('radio', { name: 'KPLEA' }).press('ArrowLeft')
  await expect(student.getByRole('radio', { name: 'KJSEA' })).toBeChecked()
  for (const label of ['KCPE Score', 'KCPE Certificate'])
    await expect(student.getByLabel(label)).toHaveCount(0)
  const lines = {
    Ambition: 'Electrician',
    'Languages Spoken': 'Kikamba, Kiswahili, English',
    'Number of Siblings': '2',
    Mother: 'Anna Mwikali',
    Father: 'John Kyalo',
    Background: 'Dennis lives with his grandmother.',
    'Assessment No.': 'A001847320',
  }
  for (const [label, text] of Object.entries(lines))
    await student.getByRole('textbox', { name: label }).fill(text)
  await student.getByLabel('Name', { exact: true }).fill(DENNIS)
  await student.getByLabel('Guardian', { exact: true }).fill('Ruth Mutiso, grandmother')
  await student.getByLabel('Gender').selectOption('Male')
  await student.getByRole('textbox', { name: 'Date of Birth' }).fill('2 March 2010')
  await student.getByRole('textbox', { name: 'Date of Registration' }).fill('16 January 2023')
  await student.getByLabel('Category Type').selectOption('High School')
  await student.getByLabel('Pathway').selectOption('STEM')
  await student.getByRole('combobox', { name: 'Current School' }).click()
  await page.getByRole('option', { name: 'Nyando Girls High School' }).click()
  await student.getByLabel('Profile Picture', { exact: true }).setInputFiles(await picture())
  await expectFit(page)
  await saveForm(student, studentMessages.saved)
  await expect(entryOf(page, DENNIS).getByRole('button', { name: 'Edit result slip of' })).toBeVisible()

  await entryOf(page, DENNIS)
    .getByRole('button', { name: `Edit ${DENNIS}`, exact: true })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit Student Data' })
  await edit.getByRole('radio', { name: 'KCPE' }).check()
  await edit.getByLabel('KCPE Score').fill('301')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('KCPE Certificate')).toHaveAccessibleDescription(
    studentMessages.certificateRequired,
  )
  await edit.getByRole('radio', { name: 'KPLEA' }).check()
  await expect(edit.getByLabel('Result Slip')).toHaveAccessibleDescription(
    'Or drop a PDF here, up to 20 MB. Photographs are made into one PDF.',
  )
  await edit.getByRole('button', { name: 'Clear' }).click()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()

  await page.goto('/dashboard?menu=academics')
  await page.getByRole('button', { name: `Add Academic Reports of ${DENNIS}` }).click()
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  await form.getByLabel('Year', { exact: true }).selectOption(thisYear)
  await form.getByLabel('Term', { exact: true }).selectOption('Term 1')
  await form.getByLabel('Class', { exact: true }).selectOption('Form 4')
  await form.getByLabel('Mean Grade').selectOption('C+')
  await form.getByRole('group', { name: 'Mark 1' }).getByLabel('Grade').selectOption('B')
  await form.getByLabel('Class', { exact: true }).selectOption('Grade 10')
  await expect(form.getByText('It has no B: choose a level instead')).toContainText(
    'The mean C+ will not be saved.',
  )
  await expect(form.getByLabel('Mean Grade')).toHaveCount(0)
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(rowOf(form, 1).getByText('Grade is not valid')).toBeVisible()

  const { keyboard } = page
  await form.getByRole('combobox', { name: 'Subject' }).focus()
  for (const [index, [subject, keys, level]] of four.entries()) {
    const row = rowOf(form, index + 1)
    await expect(row.getByRole('combobox', { name: 'Subject' })).toBeFocused()
    await keyboard.type(subject.toLowerCase())
    await keyboard.press('Enter')
    await expect(row.getByRole('combobox', { name: 'Level' })).toBeFocused()
    await keyboard.type(keys)
    await expect(row.getByRole('combobox', { name: 'Level' })).toHaveValue(level)
    if (index < four.length - 1) await keyboard.press('Enter')
  }
  await expect(rowOf(form, 2)).toContainText('7 points')
  await expect(form.getByText('It has no B')).toHaveCount(0)
  await form.getByRole('combobox', { name: 'Overall Level' }).click()
  await checkAccess()
  await expectFit(page)
  await form.getByRole('option', { name: /^ME2 ?Meeting Expectations ?5 points$/ }).click()
  await form.getByLabel('Class', { exact: true }).selectOption('Form 4')
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form.getByRole('group', { name: 'Mark 3' }).getByText('Grade is not valid')).toBeVisible()
  await form.getByLabel('Class', { exact: true }).selectOption('Grade 10')
  await expect(form.getByText('Grade is not valid')).toHaveCount(0)
  for (const label of ['Teacher Comment', 'Liaison Comment', 'Action Plan', 'Psychosocial'])
    await form.getByLabel(label).fill('Settled in the STEM pathway.')
  await form.getByLabel('Report card, PDF').setInputFiles({
    name: 'term-1.pdf',
    mimeType: 'application/pdf',
    buffer: scannedPdf(),
  })
  await expectFit(page)
  await saveForm(form, reportCardMessages.saved, 'Save Report')

  const office = await newVisitor()
  await signInAs(1, '/dashboard', office)
  await office.getByRole('button', { name: `Add supporter to ${DENNIS}` }).click()
  const choice = office.getByRole('dialog', { name: 'Supporter' })
  await choice.getByRole('combobox', { name: 'Supporter' }).click()
  await office.getByRole('option', { name: grace.name }).click()
  await saveForm(choice, studentMessages.supporterSaved)
  await entryOf(office, DENNIS).getByRole('link', { name: DENNIS }).click()
  const facts = office.getByRole('article')
  await expect(facts).toContainText('Entry examKJSEAAssessment no. A001847320PathwaySTEM')
  await office.getByRole('button', { name: 'Admin Verify' }).click()
  const typed = office.getByRole('region', { name: 'Typed values' })
  await expect(typed.getByRole('columnheader')).toHaveText(['Subject', 'Mark', 'Level', 'Points'])
  for (const text of [/English\s*ME1\s*6/, /Physics\s*X\s*Overall/, /Overall level\s*ME2\s*5/])
    await expect(typed.getByRole('table')).toContainText(text)
  await expectFit(office, typed.getByText('Overall level'))
  await checkAccess(office)
  await office.getByRole('img', { name: /, page 1 of/ }).scrollIntoViewIfNeeded()
  await office.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(office.getByText(recordMessages.verified, { exact: true })).toBeVisible()

  await office.goto('/dashboard?menu=notification')
  await office.getByRole('button', { name: /^Send 1 letter/ }).click()
  const sending = office.getByRole('dialog', { name: notificationMessages.send })
  const letter = sending.getByRole('article', { name: `Letter to ${grace.name}` }).frameLocator('iframe')
  await expect(letter.getByText('Overall level')).toBeVisible()
  await expect(letter.getByText('Levels say how a child meets')).toBeVisible()
  await sending.getByRole('button', { name: 'Send 1 letter' }).click()
  await expect(sending).toContainText('1 of 1 letter is sent.')

  await office.goto(`/dashboard?menu=academicsRep&year=${thisYear}`)
  await expect(office.getByText('Mean scores out of 100, or levels')).toBeVisible()
  await expect(entryOf(office, DENNIS)).toContainText('ME2')
  await expect(entryOf(office, 'Faith Atieno')).toContainText('61.3')
  await expect(office.getByText('of 1 student', { exact: true })).toBeVisible()
  await expectFit(office)

  const home = await newVisitor()
  await signIn(grace, '/dashboard', home)
  await home.getByRole('button', { name: `View Academic Reports of ${DENNIS}` }).click()
  const progress = home.getByRole('region', { name: 'Academic Progress' })
  await expect(progress).toContainText(`Grade 10, ${thisYear}, CBE`)
  const line = progress.getByRole('row', { name: /^Kiswahili/ })
  await expect(line.getByRole('cell')).toHaveText('EE27 points')
  await expect(progress.getByRole('row', { name: /^Overall level/ }).getByRole('cell')).toHaveText(
    'ME25 points',
  )
  await expect(progress.getByText('Mean', { exact: false })).toHaveCount(0)
  await expect(progress.getByRole('img')).toHaveAccessibleName(
    `Overall level by term in ${thisYear}: Term 1 ME2.`,
  )
  for (const band of ['Exceeding', 'Meeting', 'Approaching', 'Below'])
    await expect(progress.getByText(band, { exact: true })).toBeVisible()
  await expectFit(home)
  await checkAccess(home)
})
