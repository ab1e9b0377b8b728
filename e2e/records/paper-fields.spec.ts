import { studentMessages } from '#contract/students/students.ts'
import type { Locator, Page } from '@playwright/test'
import { FAITH } from '../support/academics.ts'
import { expectMessage } from '../support/forms.ts'
import { choose, photograph } from '../support/files/paper.ts'
import { layoutProblems } from '../support/layoutProblems.ts'
import { openAccountMenu } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

type PaperField = {
  address: (student: number) => string
  open: (page: Page) => Promise<Locator>
  /** The name of the PDF, after the student's. */
  file: string
  /** The save button and its message, for forms that require nothing else. */
  saved?: { button: string; message: string }
}

const dialogOf = (button: string, dialog: string) => async (page: Page) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  return page.getByRole('dialog', { name: dialog })
}
const profile = (student: number) => `/dashboard?menu=profile&student=${student}`
const year = String(new Date().getFullYear())
const lastYear = String(new Date().getFullYear() - 1)

const fields: Record<string, PaperField> = {
  receipt: {
    address: () => '/dashboard?menu=finance',
    open: dialogOf(`Add Finance Reports of ${FAITH}`, 'Add Finance Report'),
    file: 'receipt',
  },
  'consent form': {
    address: profile,
    open: dialogOf('Record Consent', 'Record Consent'),
    file: 'consent-form',
  },
  certificate: {
    address: () => '/dashboard?menu=students',
    open: dialogOf(`Edit KCPE certificate of ${FAITH}`, 'Edit KCPE Certificate'),
    file: 'kcpe-certificate',
    saved: { button: 'Save', message: studentMessages.certificateSaved },
  },
  'result slip': {
    address: () => '/dashboard?menu=students',
    open: dialogOf('Edit result slip of Kevin Kiprono', 'Edit Result Slip'),
    file: 'result-slip',
    saved: { button: 'Save', message: studentMessages.slipSaved },
  },
  'annual document': {
    address: (student) => `${profile(student)}&profile=finance`,
    open: async (page) => page.getByRole('region', { name: 'Annual Documents' }),
    file: `fee-structure-${year}`,
    saved: { button: `Upload Fee structure ${year}`, message: 'Document saved.' },
  },
}

test('leaving photographed documents that cannot be stored asks @wide', async ({
  page,
  charity,
  administrator,
  signIn,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const [faith = 0] = await charity.addStudents([{ name: FAITH, liaison_id: officer.id }])
  await charity.addReceipts(
    [year, lastYear].map((each) => ({ student_id: faith, year: each, term: 'Term 1' })),
  )
  await signIn(administrator, '/dashboard?menu=finance')
  await page.getByRole('button', { name: `View Finance Reports of ${FAITH}` }).click()
  const academics = page.getByRole('link', { name: 'Academics', exact: true })
  const storage = await page.context().newCDPSession(page)
  await storage.send('Storage.overrideQuotaForOrigin', { origin: charity.url, quotaSize: 1_000 })
  const documents = page.getByRole('region', { name: 'Annual Documents' })
  const fee = documents.getByRole('group').filter({ hasText: `Fee structure ${year}` })
  const account = documents.getByRole('group').filter({ hasText: `Account statement ${year}` })
  const photographFor = async (field: Locator) => {
    await choose(page, field.getByRole('button', { name: 'Use pictures' }), [
      await photograph({ name: 'paper.jpg', ground: 'desk' }, 500),
    ])
    await page.getByRole('button', { name: 'Use this page' }).click()
    await page.keyboard.press('Escape')
    await expect(field).toContainText('Only in this tab: the device has no room to store them.')
  }
  for (const field of [fee, account]) await photographFor(field)
  const upload = documents.getByRole('button', { name: `Upload Fee structure ${year}` })
  await expect(upload).toBeDisabled()
  await expect(documents).toContainText('Make a PDF of the photographed pages, or delete them.')
  await fee.getByRole('button', { name: 'Continue' }).click()
  // Back closes the pages' dialog first.
  await page.goBack()
  await fee.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use 1 page' }).click()
  await expect(fee).toContainText('Ready to save')
  await upload.click()
  await expectMessage(documents, 'Document saved.')

  // Only the pages of the other document remain.
  const question = page.getByRole('dialog', { name: 'Discard the photographed pages?' })
  const stay = async () => {
    await expect(question).toContainText('This device could not store them')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toBeHidden()
    await expect(account).toContainText('1 page photographed')
  }
  await academics.click()
  await expect(question).toBeVisible()
  await checkWidths()
  await stay()
  const years = documents.getByRole('combobox', { name: 'Year of the documents' })
  await years.selectOption(lastYear)
  await stay()
  await expect(years.getByRole('option', { selected: true })).toHaveText(year)
  // Choosing another year of the statements does not change the year of the document either.
  await page.getByRole('group', { name: 'Financial year' }).getByRole('button', { name: lastYear }).click()
  await expect(page).toHaveURL(new RegExp(`finance_year=${lastYear}`))
  await expect(years.getByRole('option', { selected: true })).toHaveText(year)
  await expect(account).toContainText('1 page photographed')
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('region', { name: 'History' })).toContainText('since')
  await expect(question).toBeHidden()
  const address = page.url()
  await page.goBack()
  await stay()
  // The blocked Back is undone before another.
  await expect(page).toHaveURL(address)
  // Back again closes the question and stays.
  await page.goBack()
  await expect(question).toBeVisible()
  await expect(page).toHaveURL(address)
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(account).toContainText('1 page photographed')
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox').fill('schools')
  await page.keyboard.press('Enter')
  await stay()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
  const logOut = async () => (await openAccountMenu(page)).getByRole('menuitem', { name: 'Logout?' }).click()
  await logOut()
  const logout = page.getByRole('dialog', { name: 'Log out before everything is saved?' })
  await expect(logout).toContainText('The photographed pages are not stored on this device.')
  await logout.getByRole('button', { name: 'Stay and continue' }).click()

  await academics.click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: 'Academics' })).toBeVisible()

  await page.goto(`${profile(faith)}&profile=finance`)
  await photographFor(account)
  await logOut()
  await logout.getByRole('button', { name: 'Log out anyway' }).click()
  // Leaving the page does not ask about the pages again.
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await signIn(administrator, `${profile(faith)}&profile=finance`)
  await expect(account.getByRole('button', { name: 'Use pictures' })).toBeVisible()
})

for (const [name, { address, open, file, saved }] of Object.entries(fields))
  test(`a paper is photographed: ${name} @wide`, async ({
    page,
    charity,
    administrator,
    signIn,
    checkWidths,
  }) => {
    const officer = await charity.addUser({ role_id: 4 })
    const [faith = 0] = await charity.addStudents([
      { name: FAITH, liaison_id: officer.id },
      { name: 'Kevin Kiprono', liaison_id: officer.id, entry_exam: 'KPLEA' },
    ])
    await signIn(administrator, address(faith))
    const form = await open(page)
    await expect(form).toContainText('Photographs are made into one PDF.')
    await choose(page, form.getByRole('button', { name: 'Use pictures' }).first(), [
      await photograph({ name: 'paper.jpg', ground: 'desk', lean: [10, 4, 3] }, 600),
    ])
    await page.getByRole('button', { name: 'Use this page' }).click()
    await page.getByRole('button', { name: 'Use 1 page' }).click()
    await expect(form).toContainText('Ready to save')
    await expect(form).toContainText(`${file}.pdf`)
    await checkWidths()
    if (name === 'certificate') {
      await page.setViewportSize({ width: 320, height: 640 })
      await expect.poll(() => layoutProblems(page)).toEqual([])
    }
    if (!saved) return
    await form.getByRole('button', { name: saved.button, exact: true }).click()
    await expectMessage(form, saved.message)
  })
