import { schoolMessages } from '#contract/schools.ts'
import type { Page } from '@playwright/test'
import { entries, entryOf } from '../support/screen.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
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
  await expect(page.getByRole('columnheader')).toHaveText(['No.', 'School', 'Cluster', 'Edit'])
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
