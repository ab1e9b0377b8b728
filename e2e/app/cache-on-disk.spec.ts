import { chromium } from '@playwright/test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, fillSignIn, test } from '../support/test.ts'

const NAME = 'Wambui Nyokabi Gatheru'

test('after a logout no data is left on the disk @wide', async ({
  charity,
  administrator,
  launchOptions,
  baseURL,
  viewport,
  temporaryFolder: folder,
}) => {
  const [student = 0] = await charity.addStudents([{ name: NAME, liaison_id: administrator.id }])
  await charity.addMedia([{ student_id: student }])
  await charity.addReportCards([{ student_id: student }])
  const options = { ...launchOptions, baseURL, viewport }
  const context = await chromium.launchPersistentContext(folder, options)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('/')
  await fillSignIn(page, administrator.email)
  await expect(page.getByText(NAME).filter({ visible: true }).first()).toBeVisible()
  await page.goto(`/dashboard?menu=profile&student=${student}`)
  await expect(page.getByText(NAME).filter({ visible: true }).first()).toBeVisible()
  // Files may stay on the disk while somebody is signed in.
  const cache = join(folder, 'Default/Cache')
  const files: Buffer[] = []
  for (const [id, type] of [
    [1, 'image/webp'],
    [2, 'application/pdf'],
  ] as const) {
    const opened = await page.evaluate(async (url) => {
      const answer = await fetch(url)
      return { type: answer.headers.get('content-type'), bytes: [...(await answer.bytes())] }
    }, `/api/files/${id}`)
    expect(opened.type).toBe(type)
    // A piece identifies the file: a search for the whole file takes minutes.
    const half = Math.floor(opened.bytes.length / 2)
    files.push(Buffer.from(opened.bytes.slice(half, half + 64)))
  }
  for (const file of files) await expect.poll(() => filesWith(file, cache)).toHaveLength(1)
  // Logs out by the call itself, because menus do not open in a window that is in the background.
  const status = await page.evaluate(async () => {
    const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
    const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': decodeURIComponent(token) }
    return (await fetch('/api/logout', { method: 'POST', headers })).status
  })
  expect(status).toBe(200)
  await context.close()

  for (const content of [NAME, ...files]) expect(await filesWith(content, cache)).toEqual([])
})

/** The files of a folder that contain a text or bytes. Such short answers are not compressed. */
async function filesWith(content: string | Buffer, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  // A wrong folder would also pass, but would have no files at all.
  expect(paths).not.toEqual([])
  const found = await Promise.all(
    paths.map(async (path) => {
      // The browser may remove a file of its cache at any time.
      const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
      return bytes?.includes(content) ? [path] : []
    }),
  )
  return found.flat()
}
