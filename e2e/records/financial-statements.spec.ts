import type { Locator, Page } from '@playwright/test'
import type { Charity, Person } from '../support/charity.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { expectMessage } from '../support/forms.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { pdfFile, onDisk } from '../support/files/files.ts'
import { stopTime } from '../support/stopTime.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

type Receipts = Parameters<Charity['addReceipts']>[0]

/** Two years of Faith's, the newer with three terms, of which the first has two receipts. */
async function givenReceipts(charity: Charity, changes: { supporter_id?: number } = {}) {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const liaison_id = officer.id
  const [student_id = 0] = await charity.addStudents([{ liaison_id, name: FAITH, ...changes }])
  const in2025 = { student_id, year: '2025', class: 'Form 3' }
  const receipts: Receipts = [
    { student_id, year: '2024', status: 1, items: [['Tuition Fees', 'Term 1 tuition', 20_000]] },
    {
      ...in2025,
      term: 'Term 1',
      status: 1,
      liaison_comment: 'Mattress replaced; the old one was torn.',
      items: [
        ['Tuition Fees', 'Term 1 tuition', 22_244],
        ['Uniform and Boarding Essentials', 'School shoes', 2_450],
        ['Uniform and Boarding Essentials', 'Mattress', 2_800],
      ],
    },
    {
      ...in2025,
      term: 'Term 1',
      status: 2,
      items: [['Shopping', 'Toiletries', 1_865.5]],
    },
    {
      ...in2025,
      term: 'Term 2',
      remark: 'The PDF is of another term.',
      items: [
        ['Tuition Fees', 'Term 2 tuition', 13_346],
        ['Shopping', 'Toiletries', 1_742.75],
      ],
    },
    { ...in2025, term: 'Term 3', items: [['Tuition Fees', 'Term 3 tuition', 8_928]] },
  ]
  await charity.addReceipts(receipts)
  return { officer, student_id }
}

async function openProfile(page: Page, student: number, more = '') {
  await page.goto(`/dashboard?menu=profile&student=${student}&profile=finance${more}`)
  const statements = page.getByRole('region', { name: 'Financial Statements' })
  const documents = page.getByRole('region', { name: 'Annual Documents' })
  return { statements, documents }
}

/** Expects the terms to follow each other, each as high as its receipts. */
async function expectNoHoles(statements: Locator): Promise<void> {
  const terms = await statements.getByRole('region').all()
  expect(terms).toHaveLength(3)
  const boxes = await Promise.all(terms.map((term) => term.boundingBox()))
  for (const [index, box] of boxes.entries()) {
    const before = boxes[index - 1]
    if (before) expect(box?.y).toBeCloseTo(before.y + before.height, 0)
  }
}

test('shows receipts by term and category @wide', async ({ page, charity, signInAs, checkWidths }) => {
  const { student_id } = await givenReceipts(charity)
  await signInAs(3)
  const { statements } = await openProfile(page, student_id)
  await expect(statements).toContainText('Receipts for 2025, in Kenya shillings')

  const first = statements.getByRole('region', { name: 'Term 1' })
  await expect(first).toContainText('2 receipts')
  for (const text of [
    /Receipt 1\s*\d+\s\w{3}\s\d{4}\s*Verified/,
    /Receipt 2\s*\d+\s\w{3}\s\d{4}\s*Sent/,
    /Tuition Fees\s*Term 1 tuition\s*22,244\.00\s*Uniform/,
    /Uniform and Boarding Essentials\s*School shoes\s*2,450\.00\s*Mattress\s*2,800\.00\s*Category total\s*5,250\.00/,
    /Receipt 1 total\s*27,494\.00/,
    'Liaison Comment Mattress replaced; the old one was torn.',
    'Term 1 total KES 29,359.50',
  ])
    await expect(first).toContainText(text)
  await expect(first.getByRole('button', { name: 'Admin Verify' })).toHaveCount(0)

  const second = statements.getByRole('region', { name: 'Term 2' })
  for (const text of [
    '1 receipt',
    'Unverified',
    'Returned: The PDF is of another term.',
    'Term 2 total KES 15,088.75',
  ])
    await expect(second).toContainText(text)
  await expect(second).not.toContainText('Category total')
  await expect(second.getByRole('button', { name: 'Admin Verify' })).toBeVisible()
  await expect(statements).toContainText('Total 2025 KES 53,376.25')
  await expect(statements).toContainText(/by category\s*Tuition Fees\s*44,518\.00.*Shopping\s*3,608\.25/)

  const links = await statements.getByRole('link', { name: 'Receipt' }).all()
  expect(links).toHaveLength(4)
  await expectNoHoles(statements)
  for (const link of links) {
    const pdf = await page.request.get((await link.getAttribute('href')) ?? '')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
  await checkWidths()
  await page.setViewportSize(PHONE)
  await expectNoHoles(statements)
})

test('a profile opened from Finance shows and prints statements first @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const { officer, student_id } = await givenReceipts(charity)
  await charity.addReportCards([{ student_id, year: '2025', term: 'Term 1' }])
  await signIn(officer)
  const { statements } = await openProfile(page, student_id)
  await expect(statements.getByText('Total 2025')).toBeAttached()
  const todo = page.getByRole('region', { name: 'To do for Faith' })
  const academics = page.getByRole('region', { name: 'Academic Progress' })
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Infinity, width: Infinity }
  for (const size of [PHONE, WIDE]) {
    await page.setViewportSize(size)
    await expect.poll(async () => (await boxOf(todo)).y).toBeLessThan(440)
    expect((await boxOf(todo)).y).toBeLessThan((await boxOf(statements)).y)
    expect((await boxOf(statements)).y).toBeLessThan((await boxOf(academics)).y)
    const print = await boxOf(statements.getByRole('button', { name: 'Print' }))
    expect(print.width, 'beside the title, as wide as its word').toBeLessThan(120)
    await expect(page.getByText('KCPE score')).toBeVisible({ visible: size === WIDE })
  }

  // The browser has no print dialog here. With one, only the start of printing would be known.
  await page.evaluate(() => {
    window.print = () => void dispatchEvent(new Event('beforeprint'))
  })
  const sheet = page.locator('body > :not(#root):has(> style)')
  await statements.getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(sheet.getByRole('heading', { level: 1 })).toHaveText(FAITH)
  for (const text of [/Mattress\s*2,800\.00/, 'Total 2025 KES 53,376.25'])
    await expect(sheet).toContainText(text)
  for (const text of ['KCPE score', 'Mean score']) await expect(sheet).not.toContainText(text)
  await page.evaluate(() => void dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: null })

  const whole = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  const text = whole.map((each) => each.text).join(' ')
  for (const part of ['KCPE score 371', 'second of four children', 'Mean score and grade', 'KES 53,376.25'])
    expect(text).toContain(part)
  for (const control of ['Back to list', 'Print', 'Gallery']) expect(text).not.toContain(control)
  for (const [index, { text: own }] of whole.entries())
    expect(own).toContain(`Page ${index + 1} of ${whole.length}`)
})

test('keeps the chosen year in the address @wide', async ({ page, charity, signIn }) => {
  const { officer, student_id } = await givenReceipts(charity)
  await signIn(officer)
  const { statements, documents } = await openProfile(page, student_id)
  const years = statements.getByRole('group', { name: 'Financial year' })
  await expect(years.getByRole('button')).toHaveText(['2024', '2025'])
  await expect(years.getByRole('button', { name: '2025' })).toHaveAttribute('aria-pressed', 'true')
  await years.getByRole('button', { name: '2024' }).click()
  await expect(statements).toContainText('Total 2024 KES 20,000.00')
  await expect(page).toHaveURL(/finance_year=2024/)
  await page.reload()
  await expect(statements).toContainText('Total 2024 KES 20,000.00')
  await expect(statements.getByRole('button', { name: 'Admin Verify' })).toHaveCount(0)
  await openProfile(page, student_id, '&finance_year=1999')
  await expect(statements).toContainText('Total 2025 KES 53,376.25')

  // A file that was chosen for one year does not go to another.
  await documents.getByLabel('Fee structure 2025', { exact: true }).setInputFiles(pdfFile(0, 'fees.pdf'))
  await expect(documents.getByText('fees.pdf')).toBeVisible()
  await documents.getByLabel('Year of the documents').selectOption('2024')
  await expect(documents.getByText('None yet for 2024')).toHaveCount(2)
  await expect(documents.getByText('fees.pdf')).toHaveCount(0)

  await charity.setStudentStatus(student_id, 2)
  await page.reload()
  await expect(statements).toContainText('Total 2025 KES 53,376.25')
  await expect(documents).toHaveCount(0)
})

test('documents of a year are uploaded and replaced @wide', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const [student_id = 0, other = 0] = await charity.addStudents([
    { liaison_id: officer.id, name: FAITH },
    { liaison_id: officer.id },
  ])
  await charity.addReceipts([{ student_id: other, year: '2025' }])
  await signIn(officer)
  const { statements, documents } = await openProfile(page, student_id)
  await documents.getByLabel('Year of the documents').selectOption('2025')
  await expect(documents).toContainText('None yet for 2025')
  await expect(statements).toContainText('No receipt yet.')
  await checkAccess()

  const upload = documents.getByRole('button', { name: 'Upload Fee structure 2025' })
  await documents.getByLabel('Fee structure 2025', { exact: true }).setInputFiles(pdfFile(40_000, 'fees.pdf'))
  await upload.click()
  await expectMessage(documents, 'Document saved.')

  // The profile now also lists the year of the document.
  await expect(statements).toContainText('No receipts for 2025 yet.')
  const link = statements.getByRole('link', { name: 'Fee structure 2025' })
  const before = (await link.getAttribute('href')) ?? ''
  expect((await page.request.get(before)).status()).toBe(200)

  await expect(documents).toContainText('Replaces the present one')
  await documents
    .getByLabel('Fee structure 2025', { exact: true })
    .setInputFiles(pdfFile(50_000, 'newer.pdf'))
  await upload.click()
  await expect(documents.getByText('newer.pdf')).toBeHidden()
  await expect(link).not.toHaveAttribute('href', before)
  await documents.getByLabel('Account statement 2025', { exact: true }).setInputFiles(pdfFile(0, 'bank.pdf'))
  await documents.getByRole('button', { name: 'Upload Account statement 2025' }).click()
  await expect(statements.getByRole('link')).toHaveText(['Fee structure 2025', 'Account statement 2025'])
})

test('a failed upload keeps its file @wide', async ({ page, charity, signIn, errors }) => {
  const { officer, student_id } = await givenReceipts(charity)
  await signIn(officer)
  const { documents } = await openProfile(page, student_id)
  const field = documents.getByLabel('Fee structure 2025', { exact: true })
  const upload = documents.getByRole('button', { name: 'Upload Fee structure 2025' })
  const refusal = documents.getByRole('alert')
  const file = documents.getByText('fees.pdf')
  await expect(documents.getByText('None yet for 2025')).toHaveCount(2)
  await stopTime(page)
  await upload.click()
  await expectPassing(refusal, 'Please Select a Document for Upload')
  await field.setInputFiles(await onDisk(pdfFile(20 * 1024 * 1024 + 1, 'scan.pdf')))
  await expectPassing(refusal, 'The file may not be larger than 20 MB')
  // Only the name says that it is a PDF; the server checks the content.
  await field.setInputFiles({ ...pdfFile(0, 'fees.pdf'), buffer: Buffer.from('no PDF at all') })
  await upload.click()
  await expectPassing(refusal, 'Only PDF Allowed')
  await expect(file).toBeVisible()

  await field.setInputFiles(pdfFile(900_000, 'fees.pdf'))
  await page.context().setOffline(true)
  await upload.click()
  await expectPassing(refusal, 'The server cannot be reached. Check the connection and try again.')
  await page.context().setOffline(false)
  expect([...new Set(errors.splice(0))]).toEqual(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED'])
  await expect(file).toBeVisible()

  const release = await delayRequests(page, '**/api/doc')
  await upload.click()
  await expect(documents.getByRole('progressbar', { name: 'Uploading fees.pdf' })).toBeVisible()
  await expect(documents.getByRole('button', { name: 'Remove fees.pdf' })).toHaveCount(0)
  await documents.getByRole('button', { name: 'Cancel upload' }).click()
  await expect(documents.getByRole('progressbar')).toHaveCount(0)
  await expect(documents.getByRole('button', { name: 'Remove fees.pdf' })).toBeVisible()
  await expect(upload).toBeFocused()
  await expect(refusal).toHaveCount(0)
  release()
  await upload.click()
  await expectPassing(documents.getByRole('status'), 'Document saved.')
  await expect(file).toBeHidden()
})

/** Expects a message that disappears after three seconds. The clock must be stopped. */
async function expectPassing(message: Locator, text: string): Promise<void> {
  const { clock } = message.page()
  await expect(message).toHaveText(text)
  await clock.runFor(2_900)
  await expect(message).toBeVisible()
  await clock.runFor(200)
  await expect(message).toBeHidden()
}

test('supporters see verified receipts @wide', async ({ page, charity, signIn, newVisitor }) => {
  const supporter: Person = await charity.addUser({ role_id: 5 })
  const { officer, student_id } = await givenReceipts(charity, { supporter_id: supporter.id })
  const office = await newVisitor()
  await signIn(officer, undefined, office)
  const { documents: theirs } = await openProfile(office, student_id)
  await theirs.getByLabel('Account statement 2025', { exact: true }).setInputFiles(pdfFile(0, 'bank.pdf'))
  await theirs.getByRole('button', { name: 'Upload Account statement 2025' }).click()
  await expectMessage(theirs, 'Document saved.')

  await signIn(supporter)
  const { statements, documents } = await openProfile(page, student_id)
  await expect(statements).toContainText('Total 2025 KES 29,359.50')
  await expect(statements.getByRole('region')).toHaveCount(1)
  await expect(statements.getByRole('link')).toHaveText(['Account statement 2025', 'Receipt 1', 'Receipt 2'])
  for (const link of await statements.getByRole('link').all())
    expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
  for (const text of ['Unverified', 'Returned', 'Term 3']) await expect(statements).not.toContainText(text)
  await expect(statements.getByRole('button', { name: 'Admin Verify' })).toHaveCount(0)
  await expect(documents).toHaveCount(0)
})
