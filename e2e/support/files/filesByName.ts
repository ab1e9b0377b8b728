import { expect, type Page } from '@playwright/test'
import { pdfFile, picture } from './files.ts'

/** Students of an import, by row; the sheet of the first names `cheruiyot.jpg` as the picture. */
export const FILE_STUDENTS = [
  'Kiprono Cheruiyot',
  'Ruth Nekesa Wafula',
  'Kevin Otieno',
  'Otieno Kevin',
] as const

/** Drops pictures and certificates of these students on the last step of their import, and assigns the files that match no student. */
export async function addFilesByName(
  page: Page,
  refOf: (name: (typeof FILE_STUDENTS)[number]) => string,
  checkAccess: () => Promise<void>,
): Promise<void> {
  const section = page.getByRole('region', { name: 'Add pictures and certificates' })
  const row = (name: string) => section.locator('tr, li').filter({ hasText: name })
  const drop = section.getByLabel('Pictures and certificates', { exact: true })
  const ruths = refOf('Ruth Nekesa Wafula')
  await expect(drop).toBeEnabled()
  await drop.setInputFiles([
    await picture('cheruiyot.jpg'),
    await picture(`${ruths}.jpg`),
    pdfFile(0, `${ruths} kcpe.pdf`),
    await picture('kevin otieno.jpg'),
    await picture('IMG_2231.jpg'),
    { ...pdfFile(0, 'Kiprono Cheruiyot.pdf'), buffer: Buffer.from('no PDF at all') },
  ])
  // On phones the kind is beside the name of the file, before the student.
  const added = (student: string, kind: string) =>
    new RegExp(`${kind}.*${student} EL-\\d+\\s*Added|${student} EL-\\d+\\s*${kind}\\s*Added`)
  await expect(row('cheruiyot.jpg')).toContainText(added('Kiprono Cheruiyot', 'Picture'))
  await expect(row(`${ruths}.jpg`)).toContainText(added('Ruth Nekesa Wafula', 'Picture'))
  await expect(row(`${ruths} kcpe.pdf`)).toContainText(added('Ruth Nekesa Wafula', 'Certificate'))
  await expect(row('kevin otieno.jpg')).toContainText('2 matches')
  await expect(row('IMG_2231.jpg')).toContainText('No match')
  await expect(row('Kiprono Cheruiyot.pdf')).toContainText(/Refused\s*Only PDF Allowed/)
  await expect(section.getByText('3 of 6 files added')).toBeVisible()
  await expect(section.getByText(/^2 need a choice\. 1 refused\./)).toBeVisible()
  // The section lists these files itself.
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(0)
  await checkAccess()
  // Files that wait for a choice are still listed after another screen was open.
  await page.getByRole('link', { name: 'Moving in' }).click()
  await page.getByText('2 files to settle').first().waitFor()
  await page.goBack()
  await expect(row('IMG_2231.jpg')).toContainText('No match')
  await row('IMG_2231.jpg').getByRole('button', { name: 'Remove IMG_2231.jpg' }).click()
  const undo = page.getByRole('region', { name: 'Undo' })
  await expect(undo.getByRole('status')).toHaveText('Left out. IMG_2231.jpg')
  await undo.getByRole('button', { name: 'Undo' }).click()
  await expect(row('IMG_2231.jpg')).toContainText('No match')

  await page.context().setOffline(true)
  const choice = row('kevin otieno.jpg').getByRole('combobox')
  await expect(choice).toHaveAttribute('placeholder', 'Choose: 2 students fit')
  await choice.click()
  await expect(page.getByRole('option').first()).toHaveText(/^Kevin Otieno/)
  await choice.fill('otieno kevin')
  await page.keyboard.press('Enter')
  await expect(row('kevin otieno.jpg')).toContainText(/Otieno Kevin EL-\d+.*No network yet/s)
  await page.context().setOffline(false)
  await expect(row('kevin otieno.jpg')).toContainText('Added')

  await row('IMG_2231.jpg').getByRole('combobox').fill('ruth')
  await page.keyboard.press('Enter')
  await expect(row('IMG_2231.jpg')).toContainText(/Ruth Nekesa Wafula.*Has one/s)
  await row('IMG_2231.jpg').getByRole('button', { name: 'Replace: IMG_2231.jpg' }).click()
  await expect(row('IMG_2231.jpg')).toContainText('Added')
  await row('Kiprono Cheruiyot.pdf').getByRole('button', { name: 'Remove Kiprono Cheruiyot.pdf' }).click()
  await expect(section.getByText('All files were added to their students.')).toBeVisible()
}
