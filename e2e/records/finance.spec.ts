import { receiptMessages } from '#contract/records/receipts.ts'
import type { Locator, Page } from '@playwright/test'
import { pdfFile } from '../support/files/files.ts'
import type { Charity } from '../support/charity.ts'
import { delayRequests } from '../support/delayRequests.ts'
import { expectMessage } from '../support/forms.ts'
import { entryOf } from '../support/screen.ts'
import { chooseByKeyboard, tabTo } from '../support/tabTo.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'
const receiptPdf = (name = 'receipt.pdf') => pdfFile(0, name)

test.describe('the receipts of a student', () => {
  let id: number
  let kevin: number

  test.beforeEach(async ({ charity, signIn }) => {
    const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
    ;({ id, kevin } = await addFaith(charity, officer.id))
    await signIn(officer, '/dashboard?menu=finance')
  })

  test('are entered by the keyboard alone @wide', async ({ page }) => {
    const { keyboard } = page
    const opener = page.getByRole('button', { name: `Add Finance Reports of ${FAITH}` })
    await tabTo(opener)
    await keyboard.press('Enter')
    const modal = page.getByRole('dialog', { name: 'Add Finance Report' })
    // Year and term are proposed.
    await expect(modal.getByLabel('Class')).toBeFocused()
    await keyboard.press('Shift+Tab')
    await keyboard.type('Term 3')
    await tabTo(modal.getByLabel('Class'))
    await keyboard.type('Form 3')

    await tabTo(field(modal, 1, 'Category'))
    for (const [row, { category, item, cost, shown }] of rows.entries()) {
      await expect(field(modal, row + 1, 'Category')).toBeFocused()
      await keyboard.type(category)
      await keyboard.press('Enter')
      await keyboard.type(item)
      await keyboard.press('Enter')
      await keyboard.type(cost)
      // The last Enter leaves an empty row, which is not sent.
      await keyboard.press('Enter')
      await expect(field(modal, row + 1, 'Cost, KES')).toHaveValue(shown)
    }
    await expect(modal.getByText('KES 10,128.50')).toBeVisible()
    await tabTo(modal.getByLabel('Liaison Comment'))
    await keyboard.type('Paid at the school.')
    await chooseByKeyboard(modal.getByLabel('Receipt, PDF'), receiptPdf())
    await tabTo(modal.getByRole('button', { name: 'Save Receipt' }))
    await keyboard.press('Enter')
    await expectMessage(modal, receiptMessages.saved)
    await expect(modal).toBeHidden()
    await expect(opener).toBeFocused()

    expect(await receiptsOf(page, id)).toMatchObject([
      {
        year: '2025',
        term: 'Term 3',
        class: 'Form 3',
        status: 0,
        liaison_comment: 'Paid at the school.',
        total_cost: 10_128.5,
        items: [
          { category: 'Tuition Fees', item: 'Term 3 tuition', cost: 8_928 },
          { category: 'Transport', item: 'Kisumu to school', cost: 1_200.5 },
        ],
      },
    ])
  })

  test('cause a warning if they exist, and can be saved, also in a series @wide', async ({
    page,
    checkAccess,
  }) => {
    const modal = await openAdd(page)
    await fillReceipt(modal)
    await modal.getByLabel('Receipt, PDF').setInputFiles(receiptPdf())
    await save(modal)
    await expectMessage(modal, receiptMessages.saved)
    await expect(modal).toBeHidden()

    // Then all but the items is proposed, also before the classes are loaded.
    await page.reload()
    await openAdd(page)
    await expect(field(modal, 1, 'Category')).toBeFocused()
    await fillReceipt(modal)
    await modal.getByLabel('Receipt, PDF').setInputFiles(receiptPdf('the same.pdf'))
    await save(modal)
    await expect(modal.getByText(receiptMessages.sameFile)).toBeVisible()
    await expect(modal.getByText(receiptMessages.sameCost('Tuition Fees'))).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Save anyway', exact: true })).toBeFocused()
    await checkAccess()
    // Any change removes the warnings, because they may be out of date.
    const comment = modal.getByLabel('Liaison Comment')
    await comment.fill('A second copy.')
    await expect(modal.getByText(receiptMessages.sameFile)).toBeHidden()
    await comment.press('Control+Shift+Enter')
    await expect(modal.getByText(receiptMessages.sameFile)).toBeVisible()
    await expect(modal.getByRole('button', { name: 'Save anyway, add another' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectMessage(modal, receiptMessages.saved)
    await page.keyboard.type('k')
    await expect(modal.getByRole('option', { name: /^Kevin Cheruiyot/ })).toBeVisible()
    const release = await delayRequests(page, '**/api/search?*')
    await page.keyboard.type('evin')
    await page.keyboard.press('Enter')
    await expect(modal.getByText('Searching …')).toBeVisible()
    release()
    await expect(modal.getByRole('option')).toHaveText([/^Kevin Cheruiyot, /])
    await page.keyboard.press('Enter')
    await expect(modal).toContainText('Kevin Cheruiyot')
    await expect(modal.getByLabel('Term').locator('option:checked')).toHaveText('Term 3')
    await expect(field(modal, 1, 'Category')).toBeFocused()
    await fillRow(modal, 1, ['Transport', 'Kisumu to school', '1,200'])
    await comment.fill('Paid at the school.')
    await modal.getByLabel('Receipt, PDF').setInputFiles(pdfFile(9_000, 'another.pdf'))
    await save(modal)
    await expectMessage(modal, receiptMessages.saved)
    await expect(modal).toBeHidden()
    expect(await receiptsOf(page, id)).toHaveLength(2)
    expect(await receiptsOf(page, kevin)).toHaveLength(2)
  })

  test('are edited, the newest first, and keep their PDF @wide', async ({ page, charity, checkAccess }) => {
    await page.getByRole('button', { name: `Edit Finance Reports of ${FAITH}` }).click()
    const picker = page.getByRole('dialog', { name: 'Edit Finance Report' })
    await expect(picker.getByText('There is no receipt to edit yet.')).toBeVisible()
    await picker.getByRole('button', { name: 'Add Finance Report' }).click()
    const added = page.getByRole('dialog', { name: 'Add Finance Report' })
    await expect(added.getByLabel('Class')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(added).toBeHidden()

    await charity.addReceipts([
      { student_id: id, year: '2025', term: 'Term 2', status: 1 },
      {
        student_id: id,
        year: '2025',
        term: 'Term 3',
        class: 'Form 3',
        remark: 'Half of the page is missing.',
        items: [
          ['Tuition Fees', 'Term 3 tuition', 8_928],
          ['Transport', 'Kisumu to school', 1_200.5],
        ],
      },
    ])
    await page.reload()
    await page.getByRole('button', { name: `Edit Finance Reports of ${FAITH}` }).click()
    const choices = picker.getByRole('listitem')
    await expect(choices).toHaveText([
      /2025, Term 3.*10,128\.50.*Unverified.*Half of the page is missing/,
      /2025, Term 2.*22,244\.00.*Verified/,
    ])
    const ends = await choices
      .getByText(/^KES/)
      .evaluateAll((amounts) => amounts.map((amount) => amount.getBoundingClientRect().right))
    expect(new Set(ends).size).toBe(1)
    await checkAccess()
    await choices.first().getByRole('button').click()

    const modal = page.getByRole('dialog', { name: 'Edit Finance Report' })
    await expect(modal.getByText('Returned: Half of the page is missing.')).toBeVisible()
    await expect(modal.getByLabel('Year')).toBeFocused()
    await expect(field(modal, 2, 'Cost, KES')).toHaveValue('1,200.50')
    const present = modal.getByRole('link', { name: 'Receipt as it is' })
    const path = await present.getAttribute('href')
    await field(modal, 2, 'Cost, KES').fill('1300')
    await save(modal)
    await expectMessage(modal, receiptMessages.saved)
    await expect(modal).toBeHidden()
    const [edited] = await receiptsOf(page, id)
    expect(edited).toMatchObject({ total_cost: 10_228, remark: null, version: 2, pathFinance: path })

    await page.getByRole('button', { name: `Edit Finance Reports of ${FAITH}` }).click()
    await choices.last().getByRole('button').click()
    await expect(modal.getByText('Verified', { exact: true })).toBeVisible()
    await expect(modal.getByText('Saving sets it back to Unverified.')).toBeVisible()
  })

  test('keep their total visible, and errors under their rows @wide', async ({ page, checkWidths }) => {
    const modal = await openAdd(page)
    await modal.getByLabel('Receipt, PDF').setInputFiles({ ...receiptPdf(), name: 'receipt.txt' })
    await expect(modal.getByText('Only PDF Allowed')).toBeVisible()
    const totals = modal.getByRole('region', { name: 'Totals' })
    await expect(totals).toContainText('Choose a category for each item.')
    await save(modal)
    for (const message of [receiptMessages.itemsRequired, receiptMessages.fileRequired])
      await expect(modal.getByText(message)).toBeVisible()
    await fillRow(modal, 1, ['Transport', 'Kisumu to school', '0.1'])
    await expect(modal.getByText(receiptMessages.itemsRequired)).toBeHidden()
    await modal.getByRole('button', { name: 'Add item' }).click()
    await fillRow(modal, 2, ['Transport', 'and back', 'KES 1,200.5'])
    await expect(totals).toContainText('Transport1,200.60')
    const cost = field(modal, 2, 'Cost, KES')
    await cost.blur()
    await expect(cost).toHaveValue('1,200.50')
    for (const place of ['2, and back', '1, Kisumu to school'])
      await modal.getByRole('button', { name: `Remove row ${place}` }).click()
    await expect(field(modal, 1, 'Item')).toHaveValue('')

    for (let added = 0; added < 12; added++) await modal.getByRole('button', { name: 'Add item' }).click()
    await field(modal, 1, 'Cost, KES').fill('5')
    const total = modal.getByText('KES 5.00')
    for (const size of [PHONE, WIDE]) {
      await page.setViewportSize(size)
      for (const label of ['Year', 'Receipt, PDF']) {
        await modal.getByLabel(label).focus()
        await expect(total).toBeInViewport({ ratio: 1 })
      }
      await expect(modal.getByRole('button', { name: 'Save Receipt' })).toBeInViewport({ ratio: 1 })
    }
    await save(modal)
    await expect(field(modal, 1, 'Item')).toHaveAccessibleDescription(receiptMessages.itemRequired)
    await expect(rowOf(modal, 3).getByText(/cannot be empty/)).toHaveCount(0)
    await checkWidths()
  })
})

test('the list shows the least advanced receipt of a term, and whose wait to be verified @wide', async ({
  page,
  charity,
  signInAs,
  checkAccess,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const [faith = 0, kevin = 0] = await charity.addStudents([
    { liaison_id, name: FAITH },
    { liaison_id, name: 'Kevin Cheruiyot' },
  ])
  await charity.addReceipts([
    { student_id: faith, year: '2026', term: 'Term 1', status: 2 },
    { student_id: faith, year: '2026', term: 'Term 1', status: 2 },
    { student_id: faith, year: '2026', term: 'Term 2', status: 1 },
    { student_id: faith, year: '2026', term: 'Term 2' },
    { student_id: kevin, year: '2026', term: 'Term 2', status: 1 },
  ])
  await signInAs(3, '/dashboard?menu=finance')
  const marks = entryOf(page, FAITH).getByRole('button', { name: /receipts/ })
  await expect(marks).toHaveText(['Sent', 'Unverified'])
  await marks.last().hover()
  await expect(page.getByRole('tooltip', { name: '2 receipts, 1 unverified' })).toBeVisible()
  await marks.first().focus()
  await expect(page.getByRole('tooltip', { name: '2 receipts', exact: true })).toBeVisible()
  await checkAccess()
  await page.getByRole('button', { name: 'Lacks Term 2 0' }).click()
  await expect(page.getByText('No student lacks a receipt of Term 2')).toBeVisible()
  await page.getByRole('button', { name: 'Show all students' }).click()
  const waiting = page.getByRole('button', { name: 'Term 2 to verify 1' })
  await waiting.click()
  await expect(page).toHaveURL('/dashboard?menu=finance&only=waiting')
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  await waiting.click()
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
})

const rows = [
  { category: 'Tuition', item: 'Term 3 tuition', cost: '8928', shown: '8,928.00' },
  { category: 'Transport', item: 'Kisumu to school', cost: '1,200.5', shown: '1,200.50' },
]

/** Adds Faith, and a receipt of another student, which also adds its year and class. */
async function addFaith(charity: Charity, liaison_id: number) {
  const [id = 0, kevin = 0] = await charity.addStudents([
    { liaison_id, name: FAITH },
    { liaison_id, name: 'Kevin Cheruiyot' },
  ])
  await charity.addReceipts([{ student_id: kevin, year: '2025', class: 'Form 3' }])
  return { id, kevin }
}

async function receiptsOf(page: Page, id: number): Promise<object[]> {
  const answer = await page.request.get(`/api/finance?query=${id}`, {
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
  })
  return (await answer.json()).data
}

async function openAdd(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `Add Finance Reports of ${FAITH}` }).click()
  return page.getByRole('dialog', { name: 'Add Finance Report' })
}

const rowOf = (modal: Locator, row: number) => modal.getByRole('group', { name: `Item ${row}`, exact: true })
const field = (modal: Locator, row: number, name: string) =>
  rowOf(modal, row).getByLabel(name, { exact: true })

async function fillRow(modal: Locator, row: number, [category, item, cost]: [string, string, string]) {
  await field(modal, row, 'Category').selectOption(category)
  await field(modal, row, 'Item').fill(item)
  await field(modal, row, 'Cost, KES').fill(cost)
}

async function fillReceipt(modal: Locator): Promise<void> {
  for (const [label, choice] of Object.entries({ Year: '2025', Term: 'Term 3', Class: 'Form 3' }))
    await modal.getByLabel(label).selectOption(choice)
  await fillRow(modal, 1, ['Tuition Fees', 'Term 3 tuition', '8,928'])
  await modal.getByLabel('Liaison Comment').fill('Paid at the school.')
}

const save = (modal: Locator) => modal.getByRole('button', { name: 'Save Receipt' }).click()
