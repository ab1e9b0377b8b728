import { accountMessages } from '#contract/money/schoolAccounts.ts'
import { schoolMessages } from '#contract/schools.ts'
import type { Locator, Page } from '@playwright/test'
import { entries, entryOf } from '../support/screen.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { callAs } from '../support/money.ts'
import { expect, test } from '../support/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('schools and clusters are added, edited and found @wide', async ({ page, signInAs, checkWidths }) => {
  await signInAs(3, '/dashboard?menu=schools')
  await expect(page.getByRole('heading', { level: 1, name: 'Schools and Clusters' })).toBeVisible()
  await expect(page.getByText('Add the first one with Add School.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add School' })).toHaveCount(2)
  await checkWidths()
  const modal = dialog(page, 'Add New School')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await expect(modal.getByText('There is no cluster yet. Add one first, with Add Cluster.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()

  await addCluster(page, 'Kibera')
  await addCluster(page, 'Kisumu')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await expect(modal.getByLabel('Cluster').getByRole('option')).toHaveText([
    'Please Select Cluster',
    'Kibera',
    'Kisumu',
  ])
  await checkWidths()
  await addSchool(page, 'Olympic High School', 'Kibera')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await addSchool(page, 'Moi Girls', 'Kisumu')
  await expect(entryOf(page, 'Olympic High School')).toContainText('Kibera')
  await expect(entryOf(page, 'Moi Girls')).toContainText('Kisumu')
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'School', 'Cluster', 'Account', 'Edit'])
  await checkWidths()

  await page.getByRole('button', { name: 'Edit Moi Girls' }).click()
  const edit = dialog(page, 'Edit School')
  await expect(edit.getByLabel('School')).toHaveValue('Moi Girls')
  await expect(edit.getByLabel('Cluster')).toHaveValue('2')
  await edit.getByLabel('School').fill('Moi Girls Academy')
  await edit.getByLabel('Cluster').selectOption('Kibera')
  await saveForm(edit, schoolMessages.schoolSaved)
  await expect(entryOf(page, 'Moi Girls Academy')).toContainText('Kibera')
  await expect(page.getByRole('button', { name: 'Edit Moi Girls Academy' })).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search by school or cluster' })
  await search.fill('OLYMPIC')
  await expect(entries(page)).toHaveCount(1)
  await search.fill('Kisumu')
  await expect(page.getByRole('heading', { name: 'No schools match “Kisumu”' })).toBeVisible()
})

test('the account of a school is set, changed and seen', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  const first = await charity.addSchool('Kapsoit Boys')
  await charity.addSchool('Kapsoit Girls')
  const director = await charity.addUser({ role_id: 2 })
  await signIn(director, '/dashboard?menu=schools')
  const entry = (school: string) => entryOf(page, school)
  await expect(entry('Kapsoit Boys')).toContainText('No account')
  await entry('Kapsoit Boys').getByRole('button', { name: 'Set account of Kapsoit Boys' }).click()
  const set = dialog(page, 'Set account')
  await expect(set.getByLabel('Bank', { exact: true }).last()).toBeFocused()
  await fillBank(set, '1108 2290 61', '1108229016')
  await set.getByRole('button', { name: 'Save Account' }).click()
  await expect(set.getByText(accountMessages.numbersDiffer)).toBeVisible()
  await expect(set.getByLabel('Account number again')).toBeFocused()
  await set.getByLabel('Account number again').fill('1108229061')
  await checkAccess()
  await set.getByRole('button', { name: 'Save Account' }).click()
  await expectMessage(set, accountMessages.saved)
  await expect(entry('Kapsoit Boys')).toContainText('Changed')
  await expect(entry('Kapsoit Boys')).toContainText('KCB Bank, Kericho')

  // The same account at another school: saved only on purpose.
  await page.getByRole('button', { name: 'Set account of Kapsoit Girls' }).click()
  await fillBank(set, '11082290-61', '1108 2290 61')
  await set.getByRole('button', { name: 'Save Account' }).click()
  await expect(set.getByText('Save it only if both schools really share it.')).toBeVisible()
  await set.getByRole('button', { name: 'Save anyway' }).click()
  await expectMessage(set, `${accountMessages.saved} ${accountMessages.sharedWith('Kapsoit Boys')}`)

  await page.goto(`/dashboard?menu=schools&account=${first}`)
  const change = dialog(page, 'Change account')
  await expect(change.getByText('Kapsoit Girls has this account too.')).toBeVisible()
  await change.getByText('M-Pesa Paybill').click()
  await change.getByLabel('Business number').fill('400 222')
  await change.getByLabel('Where you have it from').fill('Call with Mr Rono')
  const compared = change.getByRole('row', { name: 'Paid into' })
  await expect(compared.getByRole('cell')).toHaveText(['KCB Bank, Kericho', 'M-Pesa Paybill 400 222'])
  const setBy = change.getByRole('row', { name: 'Set by' }).getByRole('cell')
  await expect(setBy).toHaveText([/^You on \d/, 'You, now'])
  await checkAccess()
  await change.getByRole('button', { name: 'Save Account' }).click()
  await expectMessage(change, accountMessages.saved)
  await expect(page).toHaveURL(/menu=schools$/)

  // A coordinator sees it, and cannot set it.
  const other = await newVisitor()
  await signIn(await charity.addUser({ role_id: 3 }), `/dashboard?menu=schools&account=${first}`, other)
  const seen = dialog(other, 'School account')
  await expect(seen.getByText('M-Pesa Paybill 400222, admission number')).toBeVisible()
  await expect(seen.getByRole('region', { name: 'Earlier accounts' })).toContainText(
    'KCB Bank, Kericho, 1108 2290 61',
  )
  await expect(seen.getByRole('button', { name: 'Save Account' })).toBeHidden()
  await checkAccess(other)
})

test('an account that another user set meanwhile is shown before it is replaced @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
}) => {
  const school = await charity.addSchool('Kapsoit Boys')
  await signIn(await charity.addUser({ role_id: 2 }), `/dashboard?menu=schools&account=${school}`)
  const form = dialog(page, 'Set account')
  await fillBank(form, '1108229061', '1108229061')

  const administrator = await newVisitor()
  await signIn(await charity.addUser({ role_id: 1 }), undefined, administrator)
  const paybill = { kind: 'paybill', business_number: '400222', by: 'admission_no', heard_from: 'Mr Rono' }
  const path = `/api/schools/${school}/account`
  await callAs(administrator, 'PUT', path, { ...paybill, seen: null })

  // Coming back to the window loads the account again.
  const loaded = page.waitForResponse((response) => response.url().endsWith(path))
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await loaded
  for (const _ of [1, 2]) {
    const refused = page.waitForResponse((response) => response.request().method() === 'PUT')
    await form.getByRole('button', { name: /^Save/ }).click()
    expect((await refused).status()).toBe(409)
  }
  await expect(form.getByText('Somebody else changed the account to M-Pesa Paybill 400222')).toBeVisible()
  await form.getByRole('button', { name: 'Continue' }).click()
  const change = dialog(page, 'Change account')
  await expect(change.getByRole('button', { name: 'Save Account' })).toBeFocused()
  await expect(change.getByRole('row', { name: /^Account/ }).getByRole('cell')).toHaveText([
    'admission number',
    '1108229061',
  ])
  await change.getByRole('button', { name: 'Save Account' }).click()
  await expectMessage(change, accountMessages.saved)
})

async function fillBank(form: Locator, number: string, again: string): Promise<void> {
  await form.getByLabel('Bank', { exact: true }).last().fill('KCB Bank')
  await form.getByLabel('Branch').fill('Kericho')
  await form.getByLabel('Account name').fill('Kapsoit BOM')
  await form.getByLabel('Account number', { exact: true }).fill(number)
  await form.getByLabel('Account number again').fill(again)
  await form.getByLabel('Where you have it from').fill('Fee structure 2024')
}

test('a changed school is not overwritten @wide', async ({ page, context, charity, signIn }) => {
  const user = await charity.addUser({ role_id: 3 })
  await signIn(user, '/dashboard?menu=schools')
  await addCluster(page, 'Kibera')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await addSchool(page, 'Moi Girls', 'Kibera')
  const edit = async (tab: Page, from: string, to: string) => {
    await tab.getByRole('button', { name: `Edit ${from}` }).click()
    await dialog(tab, 'Edit School').getByLabel('School').fill(to)
  }
  await edit(page, 'Moi Girls', 'Moi Girls Academy')
  const other = await context.newPage()
  await other.goto('/dashboard?menu=schools')
  await edit(other, 'Moi Girls', 'Moi Girls Eldoret')
  await dialog(other, 'Edit School').getByRole('button', { name: 'Save' }).click()
  await expectMessage(dialog(other, 'Edit School'), schoolMessages.schoolSaved)

  const mine = dialog(page, 'Edit School')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByRole('alert')).toContainText(schoolMessages.changedMeanwhile(user.name))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await edit(page, 'Moi Girls Eldoret', 'Moi Girls Academy')
  await saveForm(mine, schoolMessages.schoolSaved)
})

async function addCluster(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Cluster' }).click()
  const modal = dialog(page, 'Add New Cluster')
  await modal.getByLabel('Cluster').fill(name)
  await saveForm(modal, schoolMessages.clusterSaved)
}

async function addSchool(page: Page, name: string, cluster: string): Promise<void> {
  const modal = dialog(page, 'Add New School')
  await modal.getByLabel('School').fill(name)
  await modal.getByLabel('Cluster').selectOption(cluster)
  await saveForm(modal, schoolMessages.schoolSaved)
}
