import { chromium } from '@playwright/test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logOut } from './support/nav.ts'
import { expect, fillSignIn, test } from './support/test.ts'

const NAME = 'Wambui Nyokabi Gatheru'

test('nothing of a child stays on the disk of a browser that logged out @oneWidth', async ({
  charity,
  administrator,
  launchOptions,
  baseURL,
  viewport,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'elimu-profile-'))
  const [student] = await charity.addStudents([{ name: NAME, liaison_id: administrator.id }])
  const options = { ...launchOptions, baseURL, viewport }
  const context = await chromium.launchPersistentContext(folder, options)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/')
  await fillSignIn(page, administrator.email)
  await expect(page.getByText(NAME).filter({ visible: true }).first()).toBeVisible()
  await page.goto(`/dashboard?menu=profile&student=${student}`)
  await expect(page.getByText(NAME).filter({ visible: true }).first()).toBeVisible()
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await context.close()

  expect(await filesWith(NAME, join(folder, 'Default/Cache'))).toEqual([])
  await rm(folder, { recursive: true })
})

/** The files of a folder that hold a text. Answers as short as these are not compressed. */
async function filesWith(text: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  // The browser's own files are there: a wrong folder would be as empty.
  expect(paths).not.toEqual([])
  const found = await Promise.all(
    paths.map(async (path) => ((await readFile(path)).includes(text) ? [path] : [])),
  )
  return found.flat()
}
