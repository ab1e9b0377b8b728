import { studentMessages } from '#contract/students.ts'
import type { Page } from '@playwright/test'
import { addSchool } from './support/addSchool.ts'
import { expectSaid } from './support/expectSaid.ts'
import { expect, test } from './support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

test.describe('two users edit the same student', () => {
  let id: number | undefined
  let brian: Page

  test.beforeEach(async ({ page, charity, signIn, newVisitor }) => {
    const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
    ;[id] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
    await signIn(
      await charity.addUser({ role_id: 1, first_name: 'Amina', last_name: 'Mwangi' }),
      page,
      '/dashboard',
    )
    await addSchool(page, 'Alliance High School')
    const mine = await openEdit(page)
    await mine.getByLabel('Mother', { exact: true }).fill('Rose Akinyi Odhiambo')
    await mine.getByLabel('Ambition').fill('Doctor')

    brian = await newVisitor()
    await signIn(officer, brian, '/dashboard')
    const theirs = await openEdit(brian)
    await theirs.getByLabel('Ambition').fill('Pilot')
    await theirs.getByRole('textbox', { name: 'Date of Birth' }).fill('5/5/2009')
    await theirs.getByRole('combobox', { name: 'Current School' }).click()
    await brian.getByRole('option', { name: 'Alliance High School' }).click()
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expectSaid(theirs, studentMessages.saved)

    await mine.getByRole('button', { name: 'Save' }).click()
    await expect(mine.getByRole('alert')).toHaveText(
      'Brian Ochieng changed this student while you were typing.',
    )
  })

  test('and one accepts the changes of the other, and keeps their own', async ({ page, checkAccess }) => {
    const modal = page.getByRole('dialog', { name: 'Edit Student Data' })
    const conflict = modal.getByRole('region', { name: 'Changed meanwhile' })
    await expect(conflict).toBeInViewport()
    await expect(conflict).toContainText('Brian Ochieng')
    for (const change of [
      /Ambition.*Civil engineer.*Pilot/,
      /Date of Birth.*12 Mar 2009.*5 May 2009/,
      /Current School.*Nyando Girls High School.*Alliance High School/,
    ])
      await expect(conflict).toContainText(change)
    await expect(modal.getByLabel('Ambition')).toHaveValue('Doctor')
    await checkAccess()

    await conflict.getByRole('button', { name: 'Use their changes' }).click()
    await expect(conflict).toBeHidden()
    await expect(modal.getByRole('button', { name: 'Save' })).toBeFocused()
    await expect(modal.getByLabel('Ambition')).toHaveValue('Pilot')
    await expect(modal.getByRole('textbox', { name: 'Date of Birth' })).toHaveValue('5 May 2009')
    await expect(modal.getByRole('combobox', { name: 'Current School' })).toHaveValue('Alliance High School')
    await expect(modal.getByLabel('Mother', { exact: true })).toHaveValue('Rose Akinyi Odhiambo')
    await checkAccess()
    await modal.getByRole('button', { name: 'Save' }).click()
    await expectSaid(modal, studentMessages.saved)
    await expectProfile(page, { Ambition: 'Pilot', Mother: 'Rose Akinyi Odhiambo' })
  })

  test('and one keeps their own input, and otherwise what the other saved @oneWidth', async ({ page }) => {
    const modal = page.getByRole('dialog', { name: 'Edit Student Data' })
    await modal.getByRole('button', { name: 'Keep mine' }).click()
    await expect(modal.getByRole('region', { name: 'Changed meanwhile' })).toBeHidden()
    await expect(modal.getByLabel('Ambition')).toHaveValue('Doctor')
    await expect(modal.getByRole('textbox', { name: 'Date of Birth' })).toHaveValue('5 May 2009')
    await modal.getByRole('button', { name: 'Save' }).click()
    await expectSaid(modal, studentMessages.saved)
    await expectProfile(page, {
      Ambition: 'Doctor',
      Mother: 'Rose Akinyi Odhiambo',
      School: 'Alliance High School',
    })
  })

  async function expectProfile(page: Page, facts: Record<string, string>): Promise<void> {
    await page.goto(`/dashboard?menu=profile&student=${id}&profile=academics`)
    for (const [label, value] of Object.entries(facts))
      await expect(page.getByRole('article').getByText(label).locator('..')).toContainText(value)
  }
})

async function openEdit(page: Page) {
  await page.getByRole('button', { name: `Edit ${FAITH}` }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Student Data' })
  await expect(modal.getByLabel('Ambition')).toHaveValue('Civil engineer')
  return modal
}
