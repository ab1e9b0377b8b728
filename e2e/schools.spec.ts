import { schoolMessages } from '#contract/schools.ts'
import type { Page } from '@playwright/test'
import { openHeadMenu } from './support/headMenu.ts'
import { entries, entryOf } from './support/entryOf.ts'
import { expectSaid } from './support/expectSaid.ts'
import { isPhone } from './support/isPhone.ts'
import { expect, test } from './support/test.ts'

const openSchools = (page: Page) => page.goto('/dashboard?menu=schools')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a cluster and its schools are added, edited and found', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await signIn(await charity.addUser({ role_id: 3 }))
  await openSchools(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Schools and Clusters' })).toBeVisible()
  await expect(page.getByText('Add the first one with Add School.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add School' })).toHaveCount(2)
  await checkAccess()

  await addCluster(page, 'Kibera')
  await addCluster(page, 'Kisumu')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  const modal = dialog(page, 'Add New School')
  await expect(modal.getByLabel('Cluster').getByRole('option')).toHaveText([
    'Please Select Cluster',
    'Kibera',
    'Kisumu',
  ])
  await checkAccess()
  await addSchool(page, 'Olympic High School', 'Kibera')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await addSchool(page, 'Moi Girls', 'Kisumu')
  await expect(entryOf(page, 'Olympic High School')).toContainText('Kibera')
  await expect(entryOf(page, 'Moi Girls')).toContainText('Kisumu')
  if (!isPhone(page))
    await expect(page.getByRole('columnheader')).toHaveText(['No.', 'School', 'Cluster', 'Edit'])
  await checkAccess()

  await page.getByRole('button', { name: 'Edit Moi Girls' }).click()
  const edit = dialog(page, 'Edit School')
  await expect(edit.getByLabel('School')).toHaveValue('Moi Girls')
  await expect(edit.getByLabel('Cluster')).toHaveValue('2')
  await edit.getByLabel('School').fill('Moi Girls Academy')
  await edit.getByLabel('Cluster').selectOption('Kibera')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expectSaid(edit, schoolMessages.schoolSaved)
  await expect(entryOf(page, 'Moi Girls Academy')).toContainText('Kibera')
  await expect(edit).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Moi Girls Academy' })).toBeFocused()

  const search = page.getByRole('searchbox', { name: 'Search by school or cluster' })
  await search.fill('OLYMPIC')
  await expect(entries(page)).toHaveCount(1)
  await search.fill('kibera')
  await expect(entries(page)).toHaveCount(2)
  await search.fill('Kisumu')
  await expect(page.getByRole('heading', { name: 'No schools match “Kisumu”' })).toBeVisible()
})

test('errors of a school or cluster are shown under the field @oneWidth', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }))
  await openSchools(page)
  await page.getByRole('button', { name: 'Add School' }).first().click()
  const school = dialog(page, 'Add New School')
  await expect(school.getByText('There is no cluster yet. Add one first, with Add Cluster.')).toBeVisible()
  await school.getByRole('button', { name: 'Save' }).click()
  await expect(school.getByLabel('School')).toHaveAccessibleDescription('School cannot be empty')
  await expect(school.getByLabel('School')).toBeFocused()
  await expect(school.getByLabel('Cluster')).toHaveAccessibleDescription(/Please Select Cluster/)
  await checkAccess()
  await school.getByRole('button', { name: 'Close' }).click()
  await expect(school).toBeHidden()

  await addCluster(page, 'Kibera')
  await page.getByRole('button', { name: 'Add Cluster' }).click()
  const cluster = dialog(page, 'Add New Cluster')
  await cluster.getByRole('button', { name: 'Save' }).click()
  await expect(cluster.getByLabel('Cluster')).toHaveAccessibleDescription('Cluster cannot be empty')
  await cluster.getByLabel('Cluster').fill(' KIBERA ')
  await cluster.getByRole('button', { name: 'Save' }).click()
  await expect(cluster.getByLabel('Cluster')).toHaveAccessibleDescription(schoolMessages.clusterTaken)
  await expect(cluster.getByLabel('Cluster')).toBeFocused()
  await checkAccess()
  await cluster.getByRole('button', { name: 'Clear' }).click()
  await cluster.getByRole('button', { name: 'Close' }).click()
  await expect(cluster).toBeHidden()

  await page.getByRole('button', { name: 'Add School' }).first().click()
  await addSchool(page, 'Olympic High School', 'Kibera')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await school.getByLabel('School').fill('olympic high  school')
  await school.getByLabel('Cluster').selectOption('Kibera')
  await school.getByRole('button', { name: 'Save' }).click()
  await expect(school.getByLabel('School')).toHaveAccessibleDescription(schoolMessages.schoolTaken)
  await expect(school.getByRole('alert').first()).toContainText(schoolMessages.schoolTaken)
})

test('a school is saved once, even if the answer to the first save was lost @oneWidth', async ({
  page,
  charity,
  signIn,
  errors,
}) => {
  await signIn(await charity.addUser({ role_id: 1 }))
  await openSchools(page)
  await addCluster(page, 'Kibera')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  const modal = dialog(page, 'Add New School')
  await modal.getByLabel('School').fill('Olympic High School')
  await modal.getByLabel('Cluster').selectOption('Kibera')
  await page.route(
    '**/api/schools',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal.getByRole('alert')).toContainText('The server cannot be reached.')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, schoolMessages.schoolSaved)
  await expect(entries(page)).toHaveCount(1)
  expect(errors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
})

test('a school that another tab has changed is not overwritten @oneWidth', async ({
  page,
  context,
  charity,
  signIn,
}) => {
  const { id, first_name, last_name } = await charity.addUser({ role_id: 3 })
  await signIn({ id })
  await openSchools(page)
  await addCluster(page, 'Kibera')
  await page.getByRole('button', { name: 'Add School' }).first().click()
  await addSchool(page, 'Moi Girls', 'Kibera')
  const edit = async (tab: Page, from: string, to: string) => {
    await tab.getByRole('button', { name: `Edit ${from}` }).click()
    await dialog(tab, 'Edit School').getByLabel('School').fill(to)
  }
  await edit(page, 'Moi Girls', 'Moi Girls Academy')
  const other = await context.newPage()
  await openSchools(other)
  await edit(other, 'Moi Girls', 'Moi Girls Eldoret')
  await dialog(other, 'Edit School').getByRole('button', { name: 'Save' }).click()
  await expectSaid(dialog(other, 'Edit School'), schoolMessages.schoolSaved)

  const mine = dialog(page, 'Edit School')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expect(mine.getByRole('alert')).toContainText(
    schoolMessages.changedMeanwhile(`${first_name} ${last_name}`),
  )
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await edit(page, 'Moi Girls Eldoret', 'Moi Girls Academy')
  await mine.getByRole('button', { name: 'Save' }).click()
  await expectSaid(mine, schoolMessages.schoolSaved)
})

async function addCluster(page: Page, name: string): Promise<void> {
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Add Cluster' }).click()
  const modal = dialog(page, 'Add New Cluster')
  await modal.getByLabel('Cluster').fill(name)
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, schoolMessages.clusterSaved)
  await expect(modal).toBeHidden()
}

async function addSchool(page: Page, name: string, cluster: string): Promise<void> {
  const modal = dialog(page, 'Add New School')
  await modal.getByLabel('School').fill(name)
  await modal.getByLabel('Cluster').selectOption(cluster)
  await modal.getByRole('button', { name: 'Save' }).click()
  await expectSaid(modal, schoolMessages.schoolSaved)
  await expect(modal).toBeHidden()
}
