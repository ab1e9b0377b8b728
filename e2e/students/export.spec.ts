import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { exportPath } from '#contract/privacy/exports.ts'
import { BYTES, breakOff } from '../support/breakOff.ts'
import { expect, test } from '../support/test.ts'

test('an export that the network breaks off is continued by the browser, and noted once @wide', async ({
  page,
  charity,
  administrator,
  signIn,
}) => {
  const [id = 0] = await charity.addStudents([{ liaison_id: administrator.id }])
  await charity.givePictures([id])
  await charity.addReportCards([{ student_id: id }])
  await using network = await breakOff(charity.url, exportPath(id))
  await signIn(administrator)
  await page.goto(`${network.url}/dashboard?menu=profile&student=${id}&tab=looked`)
  await page.getByRole('button', { name: /^More about / }).click()
  await page.getByRole('menuitem', { name: /^Export/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Export the Record' })
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Export, \d/ }).click()
  const zip = unzipSync(await readFile(await (await downloading).path()))
  expect(Object.keys(zip)).toEqual(expect.arrayContaining(['EL-0001/index.html', 'EL-0001/record.json']))
  expect(network.ranges).toEqual([undefined, `bytes=${BYTES}-`])
  await expect(dialog.getByText(/If it stops, continue it there or export again/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  const looked = page.getByRole('region', { name: 'Who looked' })
  await looked.getByRole('button', { name: /left Elimu/ }).click()
  await expect(looked.getByRole('row', { name: /Exported/ })).toHaveCount(1)
})
