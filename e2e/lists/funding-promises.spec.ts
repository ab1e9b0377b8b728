import type { Locator, Page } from '@playwright/test'
import { commitmentMessages } from '#contract/money/commitments.ts'
import { fundingMessages } from '#contract/money/funding.ts'
import { studentMessages } from '#contract/students/students.ts'
import { readTable } from '../support/files/readTable.ts'
import { saveForm } from '../support/forms.ts'
import type { Charity, Person } from '../support/charity.ts'
import { addYear, callAs, givenFunding } from '../support/money.ts'
import { overflows } from '../support/overflows.ts'
import { entries, entryOf, isPhone, openHeadMenu } from '../support/screen.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

/** The last term of the past year is the present one, because later terms have no dates. */
const YEAR = String(new Date().getFullYear() - 1)
const NEXT = String(new Date().getFullYear())

type Given = { charity: Charity; page: Page; signIn: (person: Person) => Promise<void> }

async function givenDates(given: Given) {
  const funding = await givenFunding(given, { year: YEAR })
  await addYear(given.page, NEXT)
  await given.charity.setDates(
    ['Term 1', YEAR, `${YEAR}-01-06`, `${YEAR}-04-04`],
    ['Term 2', YEAR, `${YEAR}-04-28`, `${YEAR}-08-01`],
    ['Term 3', YEAR, `${YEAR}-08-25`, `${YEAR}-10-24`],
  )
  await given.page.goto('/dashboard?menu=funding')
  return funding
}

const show = (page: Page, count: RegExp) =>
  page.getByRole('group', { name: 'Show', exact: true }).getByRole('button', { name: count }).click()

const headingOf = (page: Page) => page.getByRole('region', { name: 'Summary' }).getByRole('heading')

/** The entry of a supporter or source: a row with several lines, or a card. */
const rowOf = (page: Page, name: string): Locator =>
  page.locator('tbody').or(page.getByRole('article')).filter({ hasText: name })

/** Presses another step than the next one. */
async function pressOther(page: Page, name: string, word: string): Promise<void> {
  const row = rowOf(page, name)
  if (isPhone(page)) return row.getByRole('button', { name: `${word}: ${name}` }).click()
  await row.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: word }).click()
}

test('late promises: a letter for each supporter, then what came in', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { supporter } = await givenDates({ page, charity, signIn })
  await show(page, /Late/)
  await expect(headingOf(page)).toHaveText(`KES 111,000 promised for ${YEAR} has not arrived`)
  await page.getByLabel('Term', { exact: true }).selectOption('Term 1')
  await expect(headingOf(page)).toHaveText(`KES 37,000 promised for Term 1, ${YEAR} has not arrived`)
  const anna = rowOf(page, 'Anna Keller')
  await expect(anna).toContainText(supporter.email)
  await expect(rowOf(page, 'bursary')).toContainText('Source without an e-mail')
  await checkAccess()

  await page.getByRole('button', { name: 'Write the first letter' }).click()
  const letter = page.getByRole('dialog', { name: 'Write letter' })
  await expect(letter.getByLabel('Subject')).toHaveValue(`Your promise for Term 1, ${YEAR}`)
  await expect(letter.getByLabel('Letter', { exact: true })).toHaveValue(
    /^Dear Anna Keller,\n\nThank you for standing by Achieng\.[^]*Grace Wambui\nProgramme Coordinator, Elimu$/,
  )
  await checkAccess()
  await letter.getByLabel('Letter', { exact: true }).fill('')
  await letter.getByRole('button', { name: 'Send letter' }).click()
  await expect(letter.getByText('Letter cannot be empty')).toBeVisible()
  await letter.getByLabel('Letter', { exact: true }).fill('Dear Anna,\n\nyour promise has not arrived yet.')
  await saveForm(letter, fundingMessages.letterSent, 'Send letter')
  await expect(page.getByText('The letter to Anna Keller is listed under Letters.')).toBeVisible()
  await expect.poll(() => charity.mailbox.letters.at(-1)?.text).toContain('your promise has not arrived yet')

  const received = anna.getByRole('button', { name: 'Mark as received: Anna Keller' })
  await received.click()
  const money = page.getByRole('dialog', { name: 'Mark as received' })
  await money.getByLabel('Amount, KES').fill('0')
  await money.getByRole('button', { name: 'Mark as received' }).click()
  await expect(money.getByText(commitmentMessages.amountNeeded)).toBeVisible()
  await money.getByLabel('Amount, KES').fill('5,000')
  await expect(money.getByText('7,000.00 still missing')).toBeVisible()
  await checkAccess()
  await saveForm(money, commitmentMessages.received, 'Mark as received')
  await expect(anna).toContainText('7,000.00')
  await expect(received).toBeFocused()

  // One gift of the bursary is for two children.
  await pressOther(page, 'Machakos County bursary', 'Mark as received')
  await money.getByLabel('Amount, KES').fill('2000')
  await expect(money.getByLabel('Of this gift for Achieng Ouma')).toHaveValue('1,000.00')
  await expect(money.getByText('Of this gift')).toHaveCount(1)
  await expect(money.getByLabel('Of this gift for Barasa Wekesa')).toHaveValue('1,000.00')
  await money.getByLabel('Of this gift for Barasa Wekesa').fill('24000')
  await expect(money.getByLabel('Amount, KES')).toHaveValue('25,000.00')
  await saveForm(money, commitmentMessages.received, 'Mark as received')
  await expect(rowOf(page, 'bursary')).toHaveCount(0)
  await expect(headingOf(page)).toHaveText(`KES 7,000 promised for Term 1, ${YEAR} has not arrived`)

  await pressOther(page, 'Anna Keller', 'End promise')
  const end = page.getByRole('dialog', { name: 'End promise' })
  await expect(end.getByLabel('Last term').locator('option:checked')).toHaveText(`Term 1, ${YEAR}`)
  await end.getByRole('button', { name: 'End promise' }).click()
  await expect(end.getByText('Reason cannot be empty')).toBeVisible()
  await end.getByLabel('Reason').fill('Cannot give any more')
  await saveForm(end, commitmentMessages.ended, 'End promise')
  await page.getByLabel('Term', { exact: true }).selectOption('Term 2')
  await expect(rowOf(page, 'Anna Keller')).toHaveCount(0)
})

test('of two people who note the same gift or write the same letter, the second is told @wide', async ({
  page,
  charity,
  signIn,
  newVisitor,
  checkAccess,
}) => {
  await givenDates({ page, charity, signIn })
  await show(page, /Late/)
  await page.getByLabel('Term', { exact: true }).selectOption('Term 1')
  const office = await newVisitor()
  const director = await charity.addUser({ role_id: 2, first_name: 'Daniel', last_name: 'Otieno' })
  await signIn(director, new URL(page.url()).pathname + new URL(page.url()).search, office)

  const write = async (visitor: Page) => {
    await rowOf(visitor, 'Anna Keller').getByRole('button', { name: 'Write letter: Anna Keller' }).click()
    return visitor.getByRole('dialog', { name: 'Write letter' })
  }
  const letter = await write(page)
  await letter.getByLabel('Letter', { exact: true }).fill('Dear Anna,\n\nhave you forgotten us?')
  await saveForm(await write(office), fundingMessages.letterSent, 'Send letter')
  await letter.getByRole('button', { name: 'Send letter' }).click()
  await expect(letter.getByText(/^Daniel Otieno wrote to them on /)).toBeVisible()
  await expect(letter.getByText(/^There is a letter of .* to them by now\./)).toBeVisible()
  await checkAccess()
  await letter.getByRole('button', { name: 'Continue' }).click()
  await saveForm(letter, fundingMessages.letterSent, 'Send letter')

  const note = async (visitor: Page) => {
    await pressOther(visitor, 'Machakos County bursary', 'Mark as received')
    return visitor.getByRole('dialog', { name: 'Mark as received' })
  }
  const gift = await note(page)
  const theirs = await note(office)
  await theirs.getByLabel('Amount, KES').fill('2000')
  await saveForm(theirs, commitmentMessages.received, 'Mark as received')
  await gift.getByRole('button', { name: 'Mark as received' }).click()
  await expect(gift.getByText(commitmentMessages.receivedMeanwhile('Daniel Otieno', 2))).toBeVisible()
  await expect(
    gift.getByText(
      'Received by now: KES 1,000 for Achieng Ouma and KES 1,000 for Barasa Wekesa. Your changes are kept.',
    ),
  ).toBeVisible()
  await checkAccess()
  await gift.getByRole('button', { name: 'Continue' }).click()
  await expect(gift.getByText('1,000.00 more than promised')).toHaveCount(2)
  await gift.getByLabel('Amount, KES').fill('23000')
  await saveForm(gift, commitmentMessages.received, 'Mark as received')
  await expect(rowOf(page, 'bursary')).toHaveCount(0)
})

test('a letter to a source is printed, and no view is cut at any width @wide', async ({
  page,
  charity,
  signIn,
}) => {
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = document.querySelector('article[lang]')?.textContent
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await givenDates({ page, charity, signIn })
  await show(page, /Ends soon/)
  await page.getByRole('button', { name: 'Print letter: Machakos County bursary' }).click()
  const letter = page.getByRole('dialog', { name: 'Ask to renew' })
  await letter.getByRole('button', { name: 'Print letter' }).click()
  await expect(page.locator('html[data-printed]')).toHaveAttribute(
    'data-printed',
    /Machakos County bursary.*Thank you for standing by Barasa\..*24,000 a term ends after Term 3/s,
  )
  await expect(letter).toBeHidden()

  for (const view of [/Ends soon/, /Late/, /Waiting for a supporter/]) {
    await page.setViewportSize(WIDE)
    await show(page, view)
    for (const width of [PHONE.width, 768, 992, 1200]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => overflows(page), `${view} at ${width}`).toEqual([])
    }
  }
})

test('a promise that ends soon is renewed, or ends with a reason', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { barasa, year_id, terms, promise } = await givenDates({ page, charity, signIn })
  const time = { from_term_id: terms[1], until_year_id: year_id, until_term_id: terms[2] }
  await promise(barasa, { source: 'Rotary Club of Bath', amount: 500, pays_school: true, ...time })
  await show(page, /Ends soon/)
  await expect(headingOf(page)).toHaveText('2 promises end with this term or the next one')
  await expect(rowOf(page, 'Rotary')).toContainText(`Term 3, ${YEAR}`)

  await pressOther(page, 'Machakos County bursary', 'Enter the answer')
  const answer = page.getByRole('dialog', { name: 'Enter the answer' })
  await expect(answer.getByLabel('From').locator('option:checked')).toHaveText(`Term 1, ${NEXT}`)
  await expect(answer.getByLabel('Until').locator('option:checked')).toHaveText(`Term 3, ${NEXT}`)
  await answer.getByLabel('Amount a term, KES').fill('25000')
  await checkAccess()
  await saveForm(answer, commitmentMessages.saved)
  await expect(rowOf(page, 'bursary')).toHaveCount(0)

  await pressOther(page, 'Rotary Club of Bath', 'Enter the answer')
  await answer.getByRole('radio', { name: /^No, ends/ }).check()
  // Only a term that the promise covers can be the last one.
  await expect(answer.getByLabel('Last term').locator('option')).toHaveText([
    'Please Select Term',
    `Term 2, ${YEAR}`,
    `Term 3, ${YEAR}`,
  ])
  await answer.getByRole('textbox', { name: 'Reason' }).fill('The club has closed')
  await saveForm(answer, commitmentMessages.ended)
  await expect(headingOf(page)).toHaveText('No promise ends soon')

  const { data } = await callAs(page, 'GET', `/api/students/${barasa}/commitments`)
  expect(data).toMatchObject([
    { source: 'Machakos County bursary', amount: 25_000, from_term_id: terms[0], until_term_id: terms[2] },
    { source: 'Rotary Club of Bath', pays_school: true, end_reason: 'The club has closed' },
    { source: 'Machakos County bursary', amount: 24_000, end_reason: null },
  ])
})

test('removing a supporter names the promise that ends, and what is then to find @wide', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const { terms } = await givenDates({ page, charity, signIn })
  const idOf = async (path: string, name: string) =>
    ((await callAs(page, 'GET', path)).data as Record<string, unknown>[]).find((each) =>
      Object.values(each).includes(name),
    )?.['id']
  const place = {
    school_id: await idOf('/api/schools', 'Nyando Girls High School'),
    class_id: await idOf('/api/classes', 'Form 2'),
  }
  const rows = terms.map((term_id) => Object.assign({ term_id, amount: 30_000, to_school: null }, place))
  await callAs(page, 'PUT', `/api/plans?year=${Number(await idOf('/api/years', NEXT))}`, { rows })
  await page.goto('/dashboard?menu=students')
  await page.getByRole('button', { name: 'Remove supporter from Achieng Ouma' }).click()
  const form = page.getByRole('dialog', { name: 'Set Supporter Data' })
  await expect(form).toContainText(`Their promise of KES 12,000.00 a term then ends after Term 3, ${YEAR}.`)
  await expect(form).toContainText(`The amount to find in ${NEXT} rises from 51,000.00 to 87,000.00.`)
  await checkWidths()
  await saveForm(form, studentMessages.supporterRemoved, 'Remove')
})

test('only children with consent to publication are on the list that leaves Elimu', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { dennis, esther, year_id, terms, supporter } = await givenDates({ page, charity, signIn })
  for (const student of [dennis, esther])
    await callAs(page, 'PUT', `/api/students/${student}/plans`, {
      year_id,
      term_id: terms[0],
      amount: 500,
      reason: 'Day scholar',
    })
  await charity.giveConsents([dennis])
  await page.reload()
  await show(page, /Waiting for a supporter/)
  await expect(headingOf(page)).toHaveText(/^2 students wait for a supporter, the longest for \d+ days$/)
  await expect(
    page.getByText('1 family has not answered. 1 child is on no list that leaves Elimu'),
  ).toBeVisible()
  await expect(entryOf(page, 'Dennis')).toContainText('Yes')
  await expect(entryOf(page, 'Esther')).toContainText('Not recorded')
  await checkAccess()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Esther')).toBeHidden()
  await page.emulateMedia({ media: null })

  await openHeadMenu(page)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = await readTable(await saved)
  expect(lines[0]).toEqual(['Name', 'Age', 'Class', 'Area', 'Wants to become'])
  expect(lines.slice(1).map(([name]) => name)).toEqual(['Dennis'])

  await page.evaluate(() => {
    window.print = () => {
      window.dispatchEvent(new Event('beforeprint'))
      document.documentElement.dataset['printed'] = document.querySelector('body > div > table')?.textContent
      window.dispatchEvent(new Event('afterprint'))
    }
  })
  await page.getByRole('button', { name: 'Print the list of 1' }).click()
  await expect(page.locator('html[data-printed]')).toHaveAttribute('data-printed', /^NameAge.*Dennis15/)

  await page.getByRole('button', { name: 'Add supporter to Esther Mumbua' }).click()
  const form = page.getByRole('dialog', { name: 'Set Supporter Data' })
  await form.getByRole('combobox', { name: 'Supporter' }).fill('Anna')
  await page.getByRole('option', { name: supporter.name }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.clock.fastForward(2_000)
  await expect(form).toBeHidden()
  await expect(headingOf(page)).toContainText('1 student waits for a supporter')
  await expect(entries(page)).toHaveCount(1)
})
