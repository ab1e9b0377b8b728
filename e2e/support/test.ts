import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type Charity, openCharity, PASSWORD } from './charity.ts'

type Fixtures = {
  charity: Charity
  /** Signs in through the page, as a person does. */
  signIn: (email: string, page?: Page) => Promise<void>
  /** Checks the screen as it stands for what keeps people with a disability out. */
  checkAccess: (page?: Page) => Promise<void>
}

/** A refused call is the test's business; the browser also writes it to the console. */
const REFUSED_CALL = /^Failed to load resource: the server responded with a status of 4\d\d/

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- fixtures name what they need by destructuring
  charity: async ({}, use) => {
    const charity = await openCharity()
    await use(charity)
    await charity.close()
  },

  baseURL: async ({ charity }, use) => use(charity.url),

  // Any error in any page of the test fails it.
  context: async ({ context }, use) => {
    const errors: string[] = []
    context.on('console', (message) => {
      if (message.type() === 'error' && !REFUSED_CALL.test(message.text())) errors.push(message.text())
    })
    context.on('weberror', (error) => errors.push(String(error.error())))
    await use(context)
    expect(errors, 'errors in the console').toEqual([])
  },

  signIn: async ({ page: ownPage }, use) => {
    await use(async (email, page = ownPage) => {
      await page.goto('/')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page).toHaveURL(/\/dashboard/)
    })
  },

  checkAccess: async ({ page: ownPage }, use) => {
    await use(async (page = ownPage) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      )
    })
  },
})

export { expect, PASSWORD }
