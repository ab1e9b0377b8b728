import { dayOf, formatDay } from '#contract/base/days.ts'
import { commitmentMessages } from '#contract/money/commitments.ts'
import { planMessages } from '#contract/money/plans.ts'
import type { Locator, Page } from '@playwright/test'
import { expectMessage, saveForm } from '../support/forms.ts'
import type { Charity } from '../support/charity.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

const DENNIS = 'Dennis Mutiso Kyalo'
const BURSARY = 'Machakos County bursary'

/** A student with a receipt of this year, whose class is known by it, and their liaison officer. */
async function givenStudent(charity: Charity) {
  const year = dayOf(charity.now()).slice(0, 4)
  const officer = await charity.addUser({ role_id: 4 })
  const colleague = await charity.addUser({ role_id: 4 })
  const [id = 0, other = 0] = await charity.addStudents([
    { name: DENNIS, liaison_id: officer.id },
    { name: 'Esther Mumbua', liaison_id: colleague.id },
  ])
  await charity.addReceipts([
    { student_id: id, year, term: 'Term 1', items: [['Tuition Fees', 'Fees', 19_180]] },
  ])
  const profile = (student: number) =>
    `/dashboard?menu=profile&student=${student}&profile=finance&tab=funding`
  return { year, officer, id, other, profile }
}

const section = (page: Page) => page.getByRole('region', { name: 'Funding', exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (of: Locator, name: string) => of.getByRole('row').filter({ hasText: name })
const item = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name })

async function openMenu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More for the promise of ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Opens the form of a promise and fills it in for the bursary. */
async function fillPromise(page: Page, amount: string): Promise<Locator> {
  await section(page).getByRole('button', { name: 'Add promise' }).click()
  const adding = dialog(page, 'Add promise')
  await adding.getByRole('radio', { name: 'Other source' }).check()
  await adding.getByLabel('Name of the source').fill(BURSARY)
  await adding.getByLabel('Amount a term, KES').fill(amount)
  return adding
}

test('a coordinator plans a student’s year, and notes, changes, receives and ends a promise', async ({
  page,
  charity,
  signIn,
  signInAs,
  checkAccess,
}) => {
  const { year, officer, id, other, profile } = await givenStudent(charity)
  await charity.addUser({ role_id: 5, first_name: 'Thomas', last_name: 'Byrne' })
  await signInAs(3, profile(id))
  const card = section(page)
  await expect(card).toContainText(`What to find is not known for ${year}.`)
  await checkAccess()

  await card.getByRole('button', { name: 'Set plan' }).click()
  const plan = dialog(page, 'Set plan')
  await plan.getByRole('radio', { name: /^Own figures/ }).check()
  const amounts = { 'Term 1': ['13,500', '6000'], 'Term 2': ['8100', '3,600'], 'Term 3': ['5400', '2400'] }
  for (const [term, [school = '', rest = '']] of Object.entries(amounts)) {
    await plan.getByLabel(`${term}: To the school`).fill(school)
    await plan.getByLabel(`${term}: Everything else`).fill(rest)
  }
  await plan.getByLabel('Term 2: Everything else').fill('much')
  await plan.getByRole('button', { name: 'Save Plan' }).click()
  await expect(plan.getByLabel('Term 2: Everything else')).toBeFocused()
  await expect(plan.getByLabel('Term 2: Everything else')).toHaveAccessibleDescription(
    /^Term 2: Everything else must be an amount/,
  )
  await expect(plan.getByText(planMessages.reasonRequired)).toBeVisible()
  await checkAccess()
  await plan.getByLabel('Term 2: Everything else').fill('3,600')
  await plan.getByLabel('Reason').fill('Day scholar: pays no boarding')
  await expect(plan).toContainText('39,000.00')
  await saveForm(plan, planMessages.ownSaved, 'Save Plan')
  await expect(card).toContainText('KES 39,000.00 still to find')
  await expect(card).toContainText('Day scholar: pays no boarding')

  await card.getByRole('button', { name: 'Add promise' }).click()
  const adding = dialog(page, 'Add promise')
  await adding.getByRole('radio', { name: 'Other source' }).check()
  await adding.getByRole('button', { name: 'Save Promise' }).click()
  await expect(adding.getByLabel('Name of the source')).toHaveAccessibleDescription(
    new RegExp(commitmentMessages.whoRequired),
  )
  await adding.getByLabel('Name of the source').fill(BURSARY)
  await adding.getByLabel('Amount a term, KES').fill('10,000')
  await adding.getByLabel('Pays the school directly').check()
  await adding.getByLabel('Until').selectOption(`Term 3, ${year}`)
  const effects = adding.getByRole('table')
  await expect(row(effects, 'Term 1')).toContainText('9,500.00')
  await expect(row(effects, 'Term 3')).toContainText('2,200.00 above plan')
  await adding.getByRole('button', { name: 'Save Promise' }).click()
  await expect(adding.getByLabel('Note')).toHaveAccessibleDescription(
    new RegExp(commitmentMessages.noteNeeded),
  )
  await expect(adding.getByLabel('Name of the source')).toHaveValue(BURSARY)
  await checkAccess()
  await adding.getByLabel('Note').fill('The bursary pays the same each term.')
  await saveForm(adding, commitmentMessages.saved, 'Save Promise')
  const promise = item(page, BURSARY)
  await expect(promise).toContainText(`10,000.00 a term, Term 1 to Term 3 ${year}`)
  const terms = card.getByRole('table', { name: 'Funding of' })
  await expect(row(terms, 'Term 3')).toContainText('Covered')
  const school = card.getByRole('table', { name: 'Owed to the school' })
  await expect(row(school, 'Term 1')).toContainText('3,500.00')
  await expect(row(school, 'Term 1')).toContainText(BURSARY)
  await checkAccess()

  await openMenu(page, BURSARY, 'Mark as received')
  const receiving = dialog(page, 'Mark as received')
  await expect(receiving.getByLabel('Amount, KES')).toHaveValue('10,000.00')
  await receiving.getByLabel('Amount, KES').fill('8,000')
  await saveForm(receiving, commitmentMessages.received, 'Mark as received')
  await expect(promise).toContainText(`8,000.00 received for Term 1, ${formatDay(dayOf(charity.now()))}`)

  await openMenu(page, BURSARY, 'Change')
  const changing = dialog(page, 'Change promise')
  await changing.getByLabel('Amount a term, KES').fill('7,800')
  await expect(row(changing.getByRole('table'), 'Term 3')).toContainText('No change')
  await saveForm(changing, commitmentMessages.saved, 'Save Promise')
  await expect(promise).toContainText('7,800.00 a term')

  await openMenu(page, BURSARY, 'End')
  const ending = dialog(page, 'End promise')
  await ending.getByLabel('Last term').selectOption(`Term 2, ${year}`)
  await ending.getByRole('button', { name: 'End promise' }).click()
  await expect(ending.getByLabel('Reason')).toBeFocused()
  await ending.getByLabel('Reason').fill('The county has no money left.')
  await checkAccess()
  await saveForm(ending, commitmentMessages.ended, 'End promise')
  await expect(promise).toContainText('Ends: The county has no money left.')
  await page.getByRole('button', { name: `More for the promise of ${BURSARY}` }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toBeDisabled()
  await page.keyboard.press('Escape')

  // A liaison officer reads the figures of their own students, without who promised.
  await signIn(officer, profile(id))
  await expect(section(page)).toContainText('7,800.00 a term')
  await expect(section(page)).not.toContainText(BURSARY)
  await expect(section(page).getByRole('button', { name: /promise|plan|class/i })).toHaveCount(0)
  await checkAccess()
  await page.goto(profile(other))
  await expect(page.getByRole('heading', { name: 'Financial Statements' })).toBeVisible()
  await expect(section(page)).toHaveCount(0)
})

test('a promise that two people change at once keeps what both typed @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkWidths,
}) => {
  const { id, profile } = await givenStudent(charity)
  const grace = await charity.addUser({ role_id: 3, first_name: 'Grace', last_name: 'Wafula' })
  const amina = await charity.addUser({ role_id: 3, first_name: 'Amina', last_name: 'Odhiambo' })
  await signIn(grace, profile(id))
  const adding = await fillPromise(page, '6000')
  // What was typed is a draft, also in another tab and after a reload.
  await expect(adding.getByText(/^Draft saved/)).toBeVisible()
  await page.reload()
  await section(page).getByRole('button', { name: 'Add promise' }).click()
  await expect(adding.getByLabel('Name of the source')).toHaveValue(BURSARY)
  await saveForm(adding, commitmentMessages.saved, 'Save Promise')

  const other = await newVisitor()
  await signIn(amina, profile(id), other)
  await openMenu(page, BURSARY, 'Change')
  const mine = dialog(page, 'Change promise')
  await mine.getByLabel('Amount a term, KES').fill('6,500')
  await openMenu(other, BURSARY, 'Change')
  const theirs = dialog(other, 'Change promise')
  await theirs.getByLabel('Note').fill('For boarding')
  await saveForm(theirs, commitmentMessages.saved, 'Save Promise')
  await mine.getByRole('button', { name: 'Save Promise' }).click()
  await expect(mine.getByRole('alert')).toContainText(commitmentMessages.changedMeanwhile('Amina Odhiambo'))
  await checkWidths()
  await mine.getByRole('button', { name: 'Keep mine' }).click()
  await expect(mine.getByLabel('Note')).toHaveValue('For boarding')
  await expect(mine.getByLabel('Amount a term, KES')).toHaveValue('6,500.00')
  await saveForm(mine, commitmentMessages.saved, 'Save Promise')
  await expect(item(page, BURSARY)).toContainText('6,500.00 a term')
  await expect(item(page, BURSARY)).toContainText('For boarding')

  await openMenu(page, BURSARY, 'Delete')
  const deleting = dialog(page, 'Delete promise')
  await checkWidths()
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expectMessage(deleting, commitmentMessages.deleted)
  await expect(section(page)).toContainText('Nothing is promised.')
})

test('the second of two people who note the same money of a promise is refused @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkWidths,
}) => {
  const { year, id, profile } = await givenStudent(charity)
  await signIn(await charity.addUser({ role_id: 3 }), profile(id))
  const adding = await fillPromise(page, '6000')
  await saveForm(adding, commitmentMessages.saved, 'Save Promise')
  const amina = await charity.addUser({ role_id: 3, first_name: 'Amina', last_name: 'Odhiambo' })
  const other = await newVisitor()
  await signIn(amina, profile(id), other)

  await openMenu(page, BURSARY, 'Mark as received')
  const mine = dialog(page, 'Mark as received')
  await mine.getByLabel('Amount, KES').fill('4,000')
  await openMenu(other, BURSARY, 'Mark as received')
  const theirs = dialog(other, 'Mark as received')
  await theirs.getByLabel('Amount, KES').fill('2,500.50')
  await saveForm(theirs, commitmentMessages.received, 'Mark as received')

  await mine.getByRole('button', { name: 'Mark as received' }).click()
  await expect(mine.getByText(commitmentMessages.receivedMeanwhile('Amina Odhiambo', 1))).toBeVisible()
  const note = mine.getByText(`Received by now: KES 2,500.50 for Term 1, ${year}. Your changes are kept.`)
  await expect(note).toBeVisible()
  await checkWidths()
  // What they noted is of this term only.
  await mine.getByLabel('For').selectOption(`Term 2, ${year}`)
  await expect(note).toBeHidden()
  await mine.getByLabel('For').selectOption(`Term 1, ${year}`)
  await mine.getByRole('button', { name: 'Continue' }).click()
  await expect(note).toBeHidden()
  await saveForm(mine, commitmentMessages.received, 'Mark as received')
  await expect(item(page, BURSARY)).toContainText('4,000.00 received for Term 1')
  await expect(item(page, BURSARY)).toContainText('2,500.50 received for Term 1')
})

test('a note that a term of another year needs is asked for under its field alone', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { year, id, profile } = await givenStudent(charity)
  const coordinator = await charity.addUser({ role_id: 3 })
  const before = String(Number(year) - 1)
  await charity.giveFees({
    year: before,
    term: 'Term 3',
    set_by: coordinator.id,
    schools: [{ school_id: 1, students: [id], to_school: 2_500 }],
  })
  await signIn(coordinator, profile(id))
  const adding = await fillPromise(page, '5,000.50')
  await adding.getByLabel('From').selectOption(`Term 3, ${before}`)
  await adding.getByRole('button', { name: 'Save Promise' }).click()
  const note = adding.getByLabel('Note')
  await expect(note).toBeFocused()
  await expect(note).toHaveAccessibleDescription(commitmentMessages.noteNeeded)
  await expect(adding.getByText(commitmentMessages.noteNeeded)).toHaveCount(1)
  await checkAccess()
  await note.fill('The bursary pays the same each term.')
  await expect(adding.getByText(commitmentMessages.noteNeeded)).toHaveCount(0)
  await saveForm(adding, commitmentMessages.saved, 'Save Promise')
})

test('the class of a year is corrected by keyboard @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { year, id, profile } = await givenStudent(charity)
  await signInAs(3, profile(id))
  await expect(section(page)).toContainText(`${year}, Form 1, in Kenya shillings`)
  const correct = section(page).getByRole('button', { name: 'Correct the class' })
  await tabTo(correct)
  await page.keyboard.press('Enter')
  const form = dialog(page, `Class in ${year}`)
  await expect(form.getByLabel('Class')).toBeFocused()
  await form.getByLabel('Class').selectOption('Form 2')
  await checkWidths()
  await saveForm(form, planMessages.classSaved)
  await expect(section(page)).toContainText(`${year}, Form 2, in Kenya shillings`)
  await expect(correct).toBeFocused()
})
