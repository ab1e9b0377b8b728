import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  test as base,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test'
import { accessProblems } from './accessProblems.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { type Charity, openCharity, type Person } from './charity.ts'
import { collectMessages } from './forms.ts'
import { overflows } from './overflows.ts'
import { PHONE, WIDE } from './sizes.ts'

type Fixtures = {
  /** Whether a mail server is configured. */
  hasMailServer: boolean
  /** Further settings of the operator. */
  settings: Record<string, string>
  /** Whether the pages run on a clock that journeys can step; where speed is measured they do not. */
  hasSteppedClock: boolean
  /** A folder that is removed after the test, even if it fails. */
  temporaryFolder: string
  charity: Charity
  /** A System Administrator, who was added before the test. */
  administrator: Person
  /** The errors that any page wrote to its console. An error that a test does not remove fails it. */
  errors: string[]
  /** Opens a page in a browser of its own, for another user. */
  newVisitor: () => Promise<Page>
  /** Adds a session to the browser, and opens an address if one is given; `fillSignIn` signs in as a person does. */
  signIn: (person: Pick<Person, 'id'>, address?: string, page?: Page) => Promise<void>
  /** Adds a user of a role, and signs in as that user. */
  signInAs: (role_id: number, address?: string, page?: Page) => Promise<void>
  /**
   * Checks the accessibility of the present screen: in the light scheme at one width and in the dark scheme at the
   * other, or in both if the journey runs at one width.
   */
  checkAccess: (page?: Page) => Promise<void>
  /**
   * Checks the present screen at both widths, for journeys of one width on a page that does the same on a phone: the
   * accessibility, on the phone in the dark scheme, and that nothing scrolls sideways.
   */
  checkWidths: (page?: Page) => Promise<void>
}

export const test = base.extend<Fixtures>({
  hasMailServer: [true, { option: true }],
  settings: [{}, { option: true }],
  hasSteppedClock: [true, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- fixtures name what they need by destructuring
  temporaryFolder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'elimu-e2e-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },

  charity: async ({ hasMailServer, settings }, use) => {
    const charity = await openCharity({ hasMailServer, settings })
    await use(charity)
    await charity.close()
  },

  administrator: async ({ charity }, use) => use(await charity.addUser({ role_id: 1 })),

  baseURL: async ({ charity }, use) => use(charity.url),

  // oxlint-disable-next-line no-empty-pattern -- fixtures name what they need by destructuring
  errors: async ({}, use) => {
    const errors: string[] = []
    await use(errors)
    expect(errors, 'errors in the console').toEqual([])
  },

  context: async ({ context, errors, hasSteppedClock }, use) => {
    if (hasSteppedClock) await context.clock.install()
    await prepare(context, errors)
    await use(context)
  },

  newVisitor: async ({ browser, baseURL, viewport, errors, hasSteppedClock }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL, viewport })
      contexts.push(context)
      if (hasSteppedClock) await context.clock.install()
      await prepare(context, errors)
      return context.newPage()
    })
    for (const context of contexts) await context.close()
  },

  signIn: async ({ charity, page: ownPage }, use) => {
    await use(async (person, address, page = ownPage) => {
      const context = page.context()
      await context.addCookies([await charity.openSession(person)])
      // A forgery token belongs to one session, so a new one is needed.
      await context.request.get('/sanctum/csrf-cookie', {
        headers: { 'X-Requested-With': 'XMLHttpRequest' },
      })
      // No address opens no page: opening one takes a third of the time of a journey.
      if (address === undefined) return
      await page.goto(address)
      await expect(page).toHaveURL(/\/dashboard[/?]/)
    })
  },

  signInAs: ({ charity, signIn }, use) =>
    use(async (role_id, address, page) => signIn(await charity.addUser({ role_id }), address, page)),

  checkAccess: async ({ page: ownPage, contextOptions }, use, { project, tags }) => {
    const own = project.name === 'phone' ? 'dark' : 'light'
    const schemes = tags.includes('@wide') ? (['dark', 'light'] as const) : ([own] as const)
    await use(async (page = ownPage) => {
      // Between the schemes only the colours differ.
      for (const [index, scheme] of schemes.entries())
        await expectAccess(page, scheme, index > 0 ? ['color-contrast'] : undefined)
      await restoreMedia(page, contextOptions)
    })
  },

  checkWidths: async ({ page: ownPage, contextOptions }, use) => {
    await use(async (page = ownPage) => {
      const own = page.viewportSize() ?? WIDE
      for (const [size, scheme] of [
        [PHONE, 'dark'],
        [WIDE, 'light'],
      ] as const) {
        await page.setViewportSize(size)
        await expect.poll(() => overflows(page), `at ${size.width}`).toEqual([])
        await expectAccess(page, scheme)
      }
      await page.setViewportSize(own)
      await restoreMedia(page, contextOptions)
    })
  },
})

export { expect }

async function expectAccess(page: Page, colorScheme: 'dark' | 'light', rules?: string[]): Promise<void> {
  // Without animations the scheme changes at once.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  expect(await accessProblems(page, rules), `in ${colorScheme}`).toEqual([])
}

/** Journeys that check colours expect those of the light scheme. */
const restoreMedia = (page: Page, { reducedMotion = 'no-preference' }: BrowserContextOptions) =>
  page.emulateMedia({ colorScheme: 'light', reducedMotion })

export async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function prepare(context: BrowserContext, errors: string[]): Promise<void> {
  await watch(context, errors)
  await collectMessages(context)
}

async function watch(context: BrowserContext, errors: string[]): Promise<void> {
  // The browser does not log everything that it blocks: nothing is logged for an `eval` whose error a script catches.
  await context.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      // oxlint-disable-next-line no-console -- every error in the console fails the journey
      console.error(`Content security policy: ${violatedDirective} ${blockedURI} in ${sourceFile}`),
    ),
  )
  context.on('console', (message) => {
    const isRefusedCall =
      message.text().startsWith('Failed to load resource: the server responded with a status of 4') &&
      new URL(message.location().url).pathname.startsWith('/api/')
    // No script may run in a shown letter, not even those that the tests put into every frame.
    const isShownLetter = message.text().startsWith("Blocked script execution in 'about:srcdoc'")
    // On a slow machine the page may say so for a moment while it asks who is signed in.
    const isSlowServer = message.text().includes('The server does not answer. Elimu keeps trying.')
    // The browser logs every refused call by itself. The tests check what the page does about it.
    if (message.type() === 'error' && !isRefusedCall && !isShownLetter && !isSlowServer)
      errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(String(error.error())))
}
