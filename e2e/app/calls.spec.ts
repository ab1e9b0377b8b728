import { expect, fillSignIn, test } from '../support/test.ts'

test('/api/docs documents the calls and tries them @wide', async ({ page, administrator, checkAccess }) => {
  await page.goto('/api/docs')
  await fillSignIn(page, administrator.email)
  await expect(page.getByRole('heading', { name: 'Calls', exact: true })).toBeVisible()
  await expect(page.getByText('Send X-Requested-With: XMLHttpRequest with every call')).toBeVisible()

  await page.getByLabel('Search calls').fill('cluster')
  await expect(page.getByText('/api/getUsers')).toHaveCount(0)
  await page.getByText('POST /api/clusters').click()
  const form = page.getByRole('form', { name: 'Try POST /api/clusters' })
  await expect(form.getByLabel('JSON')).toHaveValue('{\n  "cluster_name": ""\n}')
  await checkAccess()

  await form.getByLabel('JSON').fill('{ "cluster_name": ')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByText('This is not JSON')).toBeVisible()
  // A call that changes something: it is only admitted with session, marker and token.
  await form.getByLabel('JSON').fill('{ "cluster_name": "Kibera" }')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('status')).toContainText('Answered')
  await expect(form.getByRole('status')).toContainText('"Kibera"')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('status')).toContainText('Refused with 422')

  await page.getByLabel('Search calls').fill('/api/schools/')
  await page.getByText('GET /api/schools/{id}').click()
  const other = page.getByRole('form', { name: 'Try GET /api/schools/{id}' })
  await other.getByLabel('id').fill('999')
  await other.getByRole('button', { name: 'Send' }).click()
  await expect(other.getByRole('status')).toContainText('Refused with 404')
})
