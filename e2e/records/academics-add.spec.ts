import { cannotBeEmpty } from '#contract/base/call.ts'
import { reportCardMessages } from '#contract/records/reportCards.ts'
import { recordMessages } from '#contract/records/records.ts'
import type { Locator, Page } from '@playwright/test'
import { pdfFile } from '../support/files/files.ts'
import { FAITH, openAcademics, reportCardsOf, rowOf, subjectIn } from '../support/academics.ts'
import type { Person } from '../support/charity.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { stopTime } from '../support/stopTime.ts'
import { chooseByKeyboard, tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

const thisYear = String(new Date().getFullYear())
const five = [
  ['English', 'B+', '74'],
  ['Chemistry', 'X', '0'],
  ['Mathematics', 'C+', '56.5'],
  ['Physics', 'Y', '0'],
  ['CRE', 'A', '83'],
] as const
const comments = {
  'Teacher Comment': 'Steady.',
  'Liaison Comment': 'Visited.',
  'Action Plan': 'Reading.',
  Psychosocial: 'Settled.',
}

let officer: Person
let faith: number

test.beforeEach(async ({ charity }) => {
  officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  ;[faith = 0] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
})

test('a report card is entered with the keyboard alone @wide', async ({ page, charity, signIn }) => {
  // Another student's report card adds the year. One of her own would also propose class and subjects.
  const [mwende = 0] = await charity.addStudents([
    { liaison_id: officer.id, name: 'Mwende Mutua', school_id: 1 },
  ])
  await charity.addReportCards([{ student_id: mwende, year: '2025', term: 'Term 1' }])
  await signIn(officer)
  await openAcademics(page)
  const { keyboard } = page
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })

  await tabTo(page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }))
  await keyboard.press('Enter')
  // Year and term are proposed.
  await expect(form.getByLabel('Class', { exact: true })).toBeFocused()
  await keyboard.press('Shift+Tab')
  await keyboard.type('Term 3')
  await keyboard.press('Tab')
  await keyboard.type('Form 3')
  await keyboard.press('Tab')
  for (const [index, [subject, grade, mark]] of five.entries()) {
    const row = rowOf(form, index + 1)
    await expect(subjectIn(row)).toBeFocused()
    await keyboard.type(subject.toLowerCase())
    await keyboard.press('Enter')
    // As on the paper, and choosing the grade keeps the mark.
    await expect(row.getByLabel('Mark')).toBeFocused()
    if (mark !== '0') await keyboard.type(mark)
    await keyboard.press('Enter')
    await expect(row.getByLabel('Grade')).toBeFocused()
    await keyboard.type(grade)
    await expect(row.getByLabel('Grade')).toHaveValue(grade)
    await expect(row.getByLabel('Mark')).toHaveValue(mark)
    await expect(row.getByLabel('Mark')).toBeEnabled({ enabled: mark !== '0' })
    const isLast = index === five.length - 1
    if (!isLast) await keyboard.press('Enter')
  }
  await expect(form.getByText('5 subjects')).toBeVisible()
  await tabTo(form.getByLabel('Mean Grade'))
  await keyboard.type('B')
  const offer = form.getByRole('button', { name: 'Use the mean of the marks: 71.2' })
  await tabTo(offer)
  await keyboard.press('Enter')
  await expect(form.getByLabel('Mean Score')).toHaveValue('71.2')
  for (const [label, text] of Object.entries(comments)) {
    await tabTo(form.getByLabel(label))
    await keyboard.type(text)
  }
  await chooseByKeyboard(form.getByLabel('Report card, PDF'), card)
  await tabTo(form.getByRole('button', { name: 'Save Report' }))
  await keyboard.press('Enter')
  await expectMessage(form, reportCardMessages.saved)
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` })).toBeFocused()

  const [saved] = await reportCardsOf(page, faith, '2025', 'Term 3')
  expect(saved).toMatchObject({
    class: 'Form 3',
    grade: 'B',
    mark: 71.2,
    status: 0,
    entered_by: officer.name,
  })
  expect(saved?.marks.map(({ subject_name, grade, mark }) => [subject_name, grade, String(mark)])).toEqual(
    five,
  )
})

test('errors are shown under the field and the row @wide', async ({ page, signIn, checkWidths }) => {
  await signIn(officer)
  await openAcademics(page)
  const form = await openAdd(page)
  await checkWidths()
  await form.getByRole('button', { name: 'Save Report' }).click()
  for (const [label, message] of [
    ['Year', recordMessages.yearRequired],
    ['Mean Grade', reportCardMessages.gradeRequired],
    ['Report card, PDF', reportCardMessages.fileRequired],
  ] as const)
    await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(new RegExp(message))
  await expect(form.getByLabel('Year', { exact: true })).toBeFocused()
  await expect(subjectIn(rowOf(form, 1))).toHaveAccessibleDescription(reportCardMessages.marksRequired)

  await fillReportCard(form)
  await fillRow(form, 1, ['English', 'B', '68'])
  await expect(form.getByText(reportCardMessages.marksRequired)).toBeHidden()
  for (let row = 2; row <= 4; row++) await form.getByRole('button', { name: 'Add row' }).click()
  await expect(subjectIn(rowOf(form, 4))).toBeFocused()
  await choose(subjectIn(rowOf(form, 2)), 'Kiswahili')
  await rowOf(form, 3).getByLabel('Mark').fill('100.5')
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(rowOf(form, 2).getByLabel('Grade')).toHaveAccessibleDescription(cannotBeEmpty('Grade'))
  await expect(rowOf(form, 3)).toContainText(reportCardMessages.subjectRequired)
  await expect(rowOf(form, 3)).toContainText(cannotBeEmpty('Grade'))
  await expect(rowOf(form, 1)).not.toContainText('cannot be empty')
  // The last row is empty, so it needs no subject.
  await expect(rowOf(form, 4)).not.toContainText('cannot be empty')
  await checkWidths()

  await form.getByRole('button', { name: 'Remove row 2, Kiswahili' }).click()
  await expect(form.getByRole('button', { name: 'Remove row 2' })).toBeFocused()
  await expect(rowOf(form, 2)).toContainText(reportCardMessages.subjectRequired)
  await fillRow(form, 2, ['Kiswahili', 'B', '66'])
  await saveForm(form, reportCardMessages.saved, 'Save Report')
})

test('a report card starts from the last one @wide', async ({ page, charity, signIn }) => {
  const subjects = ['Physics', 'English', 'CRE']
  await charity.addReportCards([
    { student_id: faith, year: '2024', term: 'Term 3', class: 'Form 1' },
    {
      student_id: faith,
      year: '2025',
      term: 'Term 1',
      class: 'Form 2',
      marks: subjects.map((subject): [string, number, string] => [subject, 60, 'B']),
    },
  ])
  await signIn(officer, '/dashboard?menu=academics')
  const release = await delayRequests(page, '**/api/reports/*')
  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  const save = form.getByRole('button', { name: 'Save Report' })
  await expect(form.getByText('Loading the report')).toBeAttached()
  await expect(save).toBeDisabled()
  release()
  const year = form.getByLabel('Year', { exact: true })
  const term = form.getByLabel('Term', { exact: true })
  await expect(year).toBeFocused()
  await expect(form.getByLabel('Class', { exact: true }).locator('option:checked')).toHaveText('Form 2')
  for (const [index, subject] of subjects.entries()) {
    await expect(subjectIn(rowOf(form, index + 1))).toHaveValue(subject)
    await expect(rowOf(form, index + 1).getByLabel('Mark')).toHaveValue('')
  }
  await expect(form.getByText('Class and subjects taken from Term 1, 2025')).toBeVisible()
  await expect(form.getByText('Enter moves to the next empty field')).toBeVisible()
  await rowOf(form, 1).getByLabel('Mark').fill('70')
  await page.keyboard.press('Enter')
  await page.keyboard.type('B')
  await page.keyboard.press('Enter')
  await expect(rowOf(form, 2).getByLabel('Mark')).toBeFocused()
  await form.getByRole('button', { name: 'Clear' }).click()

  // Nothing else was typed, so no draft is stored.
  await year.selectOption('2024')
  await term.selectOption('Term 3')
  await form.getByRole('button', { name: 'Edit it' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Academic Report' })
  await expect(edit.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 3')
  // Edit must not take the term of another report card either.
  await edit.getByLabel('Year', { exact: true }).selectOption('2025')
  await edit.getByLabel('Term', { exact: true }).selectOption('Term 1')
  await expect(edit.getByText('Term 1, 2025 is entered already.')).toBeVisible()
  await edit.getByRole('button', { name: 'Clear' }).click()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()

  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  await expect(year).toBeEnabled()
  await expect(form.getByRole('button', { name: 'Start empty' })).toHaveCount(0)
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  await year.selectOption('2025')
  await term.selectOption('Term 1')
  await expect(form.getByRole('status').filter({ hasText: 'Term 1, 2025 is entered already.' })).toBeVisible()
  await expect(form.getByText('Choose another term, or edit Term 1')).toBeVisible()
  await expect(save).toBeDisabled()
  await term.selectOption('Term 2')
  await expect(save).toBeEnabled()
  await term.selectOption('Term 1')
  await form.getByLabel('Report card, PDF').setInputFiles(card)
  await form.getByRole('button', { name: 'Edit it' }).click()
  // The form asks before it discards input.
  const question = page.getByRole('dialog', { name: 'Keep the draft?' })
  await expect(question).toContainText('The file that you chose is not in it, and has to be chosen again.')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByRole('button', { name: 'Edit it' })).toBeFocused()
  await expect(form.getByText(card.name)).toBeVisible()
  await form.getByRole('button', { name: 'Edit it' }).click()
  await question.getByRole('button', { name: 'Keep draft' }).click()
  await expect(edit.getByLabel('Teacher Comment')).toHaveValue('A steady term.')
  await expect(edit.getByLabel('Year', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()

  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  await expect(form.getByLabel('Teacher Comment')).toHaveValue('A steady term.')
  await expect(term).toHaveValue('')

  await form.getByRole('button', { name: 'Remove row 3, CRE' }).click()
  for (const row of [1, 2]) {
    await rowOf(form, row).getByLabel('Grade').selectOption('B')
    await rowOf(form, row).getByLabel('Mark').fill('68')
  }
  await fillReportCard(form)
  await stopTime(page)
  const listed = page.waitForResponse((answer) => answer.url().endsWith(`/api/reports?query=${faith}`))
  await save.click()
  await expect(form.getByRole('status').filter({ hasText: reportCardMessages.saved })).toBeVisible()
  await listed
  // The term of the report card that was just saved is not shown as taken.
  await expect(form.getByText('is entered already')).toHaveCount(0)
})

test('the report cards of a class are added one after the other @wide', async ({ page, charity, signIn }) => {
  const of = { liaison_id: officer.id, school_id: 1 }
  const [mwende = 0] = await charity.addStudents([
    { ...of, name: 'Mwende Mutua' },
    { ...of, name: 'Mwende Musyoka', status: 1 },
  ])
  await signIn(officer)
  await openAcademics(page)
  const form = await openAdd(page)
  await fillReportCard(form)
  await fillRow(form, 1, ['English', 'B', '68'])
  await form.getByLabel('Teacher Comment').press('Control+Shift+Enter')
  const next = form.getByRole('combobox', { name: 'Student' })
  await expect(next).toBeFocused()
  await expect(form.getByText(reportCardMessages.saved)).toBeVisible()
  await page.keyboard.type('mwende mu')
  await expect(form.getByRole('option')).toHaveText([/^Mwende Mutua, /])
  await page.keyboard.press('Enter')
  await expect(form).toContainText('Mwende Mutua')
  await expect(rowOf(form, 1).getByLabel('Mark')).toBeFocused()
  await expect(subjectIn(rowOf(form, 1))).toHaveValue('English')
  await expect(form.getByLabel('Year', { exact: true }).locator('option:checked')).toHaveText(thisYear)
  await fillReportCard(form)
  await fillRow(form, 1, ['English', 'A', '81'])
  await saveForm(form, reportCardMessages.saved, 'Save Report')
  await expect(page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` })).toBeFocused()
  for (const student of [faith, mwende])
    expect(await reportCardsOf(page, student, thisYear, 'Term 3')).toHaveLength(1)
})

test('a grade scale proposes grades from the marks @wide', async ({
  page,
  charity,
  signInAs,
  checkAccess,
}) => {
  const marks = five.map(([subject]): [string, number, string] => [subject, 60, 'B'])
  await charity.addReportCards([{ student_id: faith, year: '2025', term: 'Term 1', class: 'Form 2', marks }])
  await signInAs(1, '/dashboard?menu=gradeScale')
  await page.getByRole('button', { name: 'Set the scale of 8-4-4' }).click()
  const scale = page.getByRole('dialog', { name: 'Grade scale of 8-4-4' })
  for (const [position, mark] of [80, 75, 70, 65, 60, 55, 50, 45, 40, 35, 40, 0].entries())
    await scale.getByRole('textbox').nth(position).fill(String(mark))
  await scale.getByRole('button', { name: 'Save' }).click()
  const tooHigh = scale.getByLabel('D-', { exact: true })
  await expect(tooHigh).toHaveAccessibleDescription('Lowest mark of D- must be below that of D')
  await checkAccess()
  await tooHigh.fill('30')
  await saveForm(scale, 'Grade scale saved.')
  await expect(page.getByRole('region', { name: '8-4-4' })).toContainText('75 to 79.9')
  await checkAccess()

  await openAcademics(page)
  const form = await openAdd(page)
  const { keyboard } = page
  const gradeIn = (row: number) => rowOf(form, row).getByLabel('Grade')
  await form.getByLabel('Year', { exact: true }).selectOption('2025')
  await form.getByLabel('Term', { exact: true }).selectOption('Term 2')
  await rowOf(form, 1).getByLabel('Mark').focus()
  for (const mark of ['74', '77', '56.5', '69', '83']) {
    await keyboard.type(mark)
    await keyboard.press('Enter')
  }
  await expect(gradeIn(3)).toHaveValue('C+')
  await expect(gradeIn(3)).toHaveAttribute('aria-description', 'Proposed from the mark')
  await checkAccess()
  // A typed grade stays, with its mark, and X still sets the mark to 0.
  await gradeIn(1).press('a')
  await expect(rowOf(form, 1).getByLabel('Mark')).toHaveValue('74')
  await rowOf(form, 1).getByLabel('Mark').fill('59')
  await expect(gradeIn(1)).toHaveValue('A')
  await rowOf(form, 2).getByLabel('Mark').fill('61')
  await expect(gradeIn(2)).toHaveValue('B-')
  await gradeIn(5).press('x')
  await expect(rowOf(form, 5).getByLabel('Mark')).toHaveValue('0')
  await form.getByRole('button', { name: 'Use the mean of the marks' }).click()
  await expect(form.getByLabel('Mean Score')).toBeFocused()
  await expect(form.getByLabel('Mean Grade')).toHaveValue('B-')
  await form.getByLabel('Mean Score').fill('75')
  await expect(form.getByLabel('Mean Grade')).toHaveValue('A-')
})

test('the mean of marks is suggested @wide', async ({ page, signInAs, checkAccess }) => {
  await signInAs(1)
  await openAcademics(page)
  const form = await openAdd(page)
  await fillRow(form, 1, ['English', 'B', '68'])
  const grade = rowOf(form, 1).getByLabel('Grade')
  const mark = rowOf(form, 1).getByLabel('Mark')
  await grade.selectOption('X')
  await expect(mark).toHaveValue('0')
  await expect(mark).toBeDisabled()
  await expect(grade).toHaveAccessibleDescription('Grade X or Y sets the mark to 0.')
  await grade.selectOption('C+')
  await expect(mark).toHaveValue('')
  await mark.fill('58')

  await form.getByRole('button', { name: 'Add row' }).click()
  await subjectIn(rowOf(form, 2)).click()
  await expect(page.getByRole('option', { name: 'English (in this report already)' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await fillRow(form, 2, ['Kiswahili', 'B', '69.5'])
  const offer = form.getByRole('button', { name: /^Use the mean of the marks/ })
  const mean = form.getByLabel('Mean Score')
  await mean.fill('70')
  await expect(offer).toHaveText('Use the mean of the marks: 63.8')
  await offer.click()
  await expect(mean).toHaveValue('63.8')
  await expect(offer).toHaveCount(0)
  await form.getByLabel('Mean Grade').selectOption('Y')
  await expect(mean).toHaveValue('0')
  await expect(mean).toBeDisabled()

  await form.getByRole('button', { name: 'Add Subject' }).click()
  const lookup = page.getByRole('dialog', { name: 'Add Subject' })
  await page.keyboard.press('Escape')
  await expect(lookup).toBeHidden()
  await expect(form).toBeVisible()
  await form.getByRole('button', { name: 'Add Subject' }).click()
  await lookup.getByLabel('Subject Name').fill('Aviation')
  await checkAccess()
  await saveForm(lookup, 'Subject saved.')
  await expect(subjectIn(rowOf(form, 3))).toHaveValue('Aviation')
  await expect(form.getByText(recordMessages.yearRequired)).toHaveCount(0)
})

test('a form adopts a changed curriculum @wide', async ({ page, signIn, signInAs, newVisitor }) => {
  const office = await newVisitor()
  await signInAs(1, '/dashboard?menu=academics', office)
  await office.getByRole('button', { name: 'Add Class' }).click()
  const added = office.getByRole('dialog', { name: 'Add Class' })
  await added.getByLabel('Class').fill('Grade 9')
  await added.getByRole('radio', { name: '8-4-4' }).check()
  await saveForm(added, 'Class saved.')

  await signIn(officer)
  await openAcademics(page)
  const form = await openAdd(page)
  await fillRow(form, 1, ['English', 'B+', '74'])
  await fillReportCard(form)
  await form.getByLabel('Class', { exact: true }).selectOption('Grade 9')
  await office.getByRole('button', { name: 'Make it CBE' }).click()
  await expect(office.getByRole('button', { name: 'Make it CBE' })).toHaveCount(0)
  await form.getByRole('button', { name: 'Save Report' }).click()
  await expect(form.getByText('This class is CBE.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Level', exact: true }).press('m')
  await saveForm(form, reportCardMessages.saved, 'Save Report')
})

const card = pdfFile(0, 'faith-term-3.pdf')

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  const form = page.getByRole('dialog', { name: 'Add Academic Report' })
  await expect(form.getByLabel('Year', { exact: true })).toBeVisible()
  return form
}

async function fillReportCard(form: Locator): Promise<void> {
  await form.getByLabel('Year', { exact: true }).selectOption(thisYear)
  await form.getByLabel('Term', { exact: true }).selectOption('Term 3')
  await form.getByLabel('Class', { exact: true }).selectOption('Form 3')
  await form.getByLabel('Mean Grade').selectOption('B')
  await form.getByLabel('Mean Score').fill('67')
  for (const [label, text] of Object.entries(comments)) await form.getByLabel(label).fill(text)
  await form.getByLabel('Report card, PDF').setInputFiles(card)
}

async function fillRow(form: Locator, number: number, [subject, grade, mark]: [string, string, string]) {
  const row = rowOf(form, number)
  await choose(subjectIn(row), subject)
  await row.getByLabel('Grade').selectOption(grade)
  await row.getByLabel('Mark').fill(mark)
}

async function choose(box: Locator, option: string): Promise<void> {
  await box.click()
  await box.page().getByRole('option', { name: option, exact: true }).click()
  await expect(box).toHaveValue(option)
}
