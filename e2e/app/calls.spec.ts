import { readFile } from 'node:fs/promises'
import { expect, fillSignIn, test } from '../support/test.ts'

test('/api/docs lists the calls, and downloads their description @wide', async ({
  page,
  administrator,
  checkAccess,
}) => {
  await page.goto('/api/docs')
  await fillSignIn(page, administrator.email)
  await expect(page.getByRole('heading', { name: 'Calls', exact: true })).toBeVisible()
  await expect(page.getByText('Send X-Requested-With: XMLHttpRequest with every call')).toBeVisible()

  await page.getByLabel('Search calls').fill('cluster')
  await expect(page.getByText('/api/getUsers')).toHaveCount(0)
  await expect(page.getByText('POST /api/clusters')).toBeVisible()
  await checkAccess()
  await page.getByLabel('Search calls').fill('nothing-here')
  await expect(page.getByRole('status')).toHaveText('No calls match “nothing-here”.')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download OpenAPI' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^openapi-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toMatchObject({
    openapi: '3.1.0',
    paths: { '/api/clusters': { post: { operationId: 'postClusters' } } },
  })
})
