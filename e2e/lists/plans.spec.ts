import type { Page } from '@playwright/test'
import { dayOf } from '#contract/base/days.ts'
import { planMessages } from '#contract/money/plans.ts'
import type { Charity } from '../support/charity.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { overflows } from '../support/overflows.ts'
import { entryOf } from '../support/screen.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

const KYANGALA = 'Kyangala Senior School'

/** Two students had receipts last year in Form 1 and are in Form 2 now; one is new to Form 1 at another school. */
async function givenReceipts(charity: Charity) {
  const year = dayOf(charity.now()).slice(0, 4)
  const last = String(Number(year) - 1)
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const [first = 0, second = 0] = await charity.addStudents([
    { name: 'Faith Atieno', liaison_id },
    { name: 'Mercy Achieng', liaison_id },
  ])
  const school_id = await charity.addSchool(KYANGALA, 'Machakos')
  const [third = 0] = await charity.addStudents([{ name: 'Dennis Mutiso', liaison_id, school_id }])
  const fees = (student_id: number, cost: number) => ({
    student_id,
    year: last,
    term: 'Term 1',
    items: [['Tuition Fees', 'Fees', cost] as ['Tuition Fees', string, number]],
  })
  await charity.addReceipts([
    fees(first, 20_000),
    fees(second, 22_050),
    { student_id: third, year, school_id },
  ])
  return { year, last }
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('listitem', { name })

test('a coordinator sets the fees of a class', async ({ page, charity, signInAs, checkAccess }) => {
  const { year } = await givenReceipts(charity)
  await signInAs(3, '/dashboard?menu=plans')
  await expect(page.getByRole('heading', { level: 1, name: 'Fee plans' })).toBeVisible()
  await expect(page.getByRole('heading', { name: `No plans for ${year} yet` })).toBeVisible()
  const entry = entryOf(page, KYANGALA)
  await expect(entry).toContainText('1 student is not counted in what is to find')
  await checkAccess()

  await entry.getByRole('button', { name: `Set fees of ${KYANGALA}, Form 1` }).click()
  const form = dialog(page, 'Set fees')
  await form.getByLabel('Term 1: Everything else').fill('10,800')
  await form.getByLabel('Term 2: To the school').fill('-5')
  await form.getByRole('button', { name: 'Save Fees' }).click()
  await expect(form.getByLabel('Term 2: To the school')).toBeFocused()
  await form.getByLabel('Term 2: To the school').fill('14,000')
  await expect(form.getByText(`${year}, for one student`)).toContainText('24,800.00')
  await checkAccess()
  await saveForm(form, planMessages.saved, 'Save Fees')
  const change = entry.getByRole('button', { name: `Change the fees of ${KYANGALA}, Form 1` })
  await expect(entry).toContainText('14,000.00 to the school')
  await expect(entry).toContainText('school not known')
  await checkAccess()

  await page.getByRole('button', { name: /^To the school not known/ }).click()
  await expect(page).toHaveURL(/fees=no_to_school/)
  await expect(entry).toHaveCount(1)
  await page.getByRole('searchbox').fill('nyando')
  await expect(page.getByText('No fees match “nyando”')).toBeVisible()
  await page.getByRole('searchbox').fill('form kyangala')
  await change.click()
  await form.getByLabel('Term 1: To the school').fill('23,400')
  await saveForm(form, planMessages.saved, 'Save Fees')
  await expect(page.getByText('Nothing to show')).toBeHidden()
})

test('two people decide about one proposal of fees @wide', async ({
  page,
  charity,
  signInAs,
  newVisitor,
  checkWidths,
}) => {
  const { year, last } = await givenReceipts(charity)
  const address = `/dashboard?menu=plans&year=${year}`
  await signInAs(3, address)
  await page.getByRole('button', { name: 'Propose from last year' }).click()
  const proposing = dialog(page, `Propose the fees of ${year}`)
  await expect(proposing.getByLabel('From the receipts of')).toHaveValue(/\d/)
  await checkWidths()
  await saveForm(proposing, planMessages.proposed, 'Propose')
  const below = row(page, 'Nyando Girls High School, Form 2')
  await expect(below).toContainText('2 students of Form 1')
  await expect(below).toContainText(`No Form 2 in ${last}. Form 1 of this school was used.`)
  await expect(below).toContainText('20,000.00 to 22,050.00 in Term 1')
  await expect(below).toContainText('21,100.00')
  const none = row(page, `${KYANGALA}, Form 1`)
  await expect(none).toContainText(`No receipts in ${last}`)
  await expect(none.getByRole('button', { name: 'Accept' })).toBeDisabled()
  await checkWidths()
  await page.setViewportSize({ width: 320, height: 900 })
  await expect.poll(() => overflows(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })

  const other = await newVisitor()
  await signInAs(3, address, other)
  await row(other, 'Nyando Girls High School, Form 2').getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByText('1 of 2 decided')).toBeVisible()

  await none.getByRole('button', { name: 'Change' }).click()
  const form = dialog(page, 'Set fees')
  await form.getByLabel('Term 1: Everything else').fill('30,800')
  await saveForm(form, planMessages.decided, 'Save Fees')
  await expect(page.getByText('2 of 2 decided')).toBeVisible()
  await expect(none.getByRole('button', { name: 'Change' })).toHaveAttribute('aria-pressed', 'true')
  await below.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByRole('button', { name: 'Save 1 plan' })).toBeEnabled()
  await below.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Save 2 plans' }).click()
  await expect(page.getByRole('status').filter({ hasText: planMessages.draftSaved(2) })).toBeVisible()
  await expect(entryOf(page, 'Nyando Girls High School')).toContainText('21,100.00')
  await expect(entryOf(page, KYANGALA)).toContainText('30,800.00')

  // The other person, whose page still shows the draft, is told.
  await row(other, `${KYANGALA}, Form 1`).getByRole('button', { name: 'Skip' }).click()
  await expect(other.getByRole('heading', { name: `Proposal for ${year}` })).toBeHidden()

  await page.getByRole('button', { name: 'Propose from last year' }).click()
  await saveForm(proposing, planMessages.proposed, 'Propose')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  const discarding = dialog(page, 'Discard draft')
  await checkWidths()
  await discarding.getByRole('button', { name: 'Discard' }).click()
  await expectMessage(discarding, planMessages.discarded)
  await expect(page.getByRole('heading', { name: `Proposal for ${year}` })).toBeHidden()
})

test('the focus stays on the page when the last item of its menu removes itself @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  const { year } = await givenReceipts(charity)
  const next = String(Number(year) + 1)
  await signInAs(3, '/dashboard?menu=plans')
  const more = page.getByRole('button', { name: 'More for Fee plans' })
  await tabTo(more)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Plan ${next}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `No plans for ${next} yet` })).toBeVisible()
  await expect(more).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
})
