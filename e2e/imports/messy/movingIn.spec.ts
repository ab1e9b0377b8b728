import type { Locator, Page } from '@playwright/test'
import { strFromU8, unzipSync } from 'fflate'
import { everythingPath } from '#contract/downloads.ts'
import { readCsv } from '../../support/files/readTable.ts'
import { chooseByKeyboard, tabTo } from '../../support/tabTo.ts'
import { expect, test } from '../../support/test.ts'
import { inventCharity } from './messyCharity.ts'
import { messyWorkbooks, oldWorkbook } from './messyWorkbooks.ts'
import { storedFacts, trueFacts } from './truth.ts'

test('ten messy workbooks move in by keyboard, and nothing is wrong, lost or invented @wide', async ({
  page,
  signInAs,
}) => {
  const truth = inventCharity()
  await signInAs(1, '/dashboard?menu=import')
  await chooseByKeyboard(page.getByLabel('Choose files'), [...messyWorkbooks(truth), oldWorkbook])
  await expect(page.getByText('This is an old Excel file.')).toBeVisible()
  const line = page.getByRole('region', { name: 'Next step' })
  await expect(line).toContainText('12 sheets are in their steps')

  let answers = 0
  const classes: string[] = []
  for (const kind of imports) {
    await press(line.getByRole('button', { name: /^(Import|Continue)/ }))
    await expect(page.getByRole('heading', { level: 1, name: kind })).toBeVisible()
    answers += await answerColumns(page)
    answers += await answerValues(page)
    classes.push(...(await ownClasses(page)))
    await press(page.getByRole('link', { name: 'Next: Check' }))
    answers += await answerCheck(page)
    await press(page.getByRole('button', { name: /^Import \d/ }))
    await expect(page.getByText('They are in the list now.')).toBeVisible()
    await press(page.getByRole('link', { name: 'Moving in', exact: true }))
  }
  // Fee plans and school accounts.
  const nothing = page.getByRole('button', { name: 'Nothing to bring in' })
  for (const left of [1, 0]) {
    await press(nothing.first())
    await expect(nothing).toHaveCount(left)
  }
  await expect(line).toContainText(
    `90 students, ${truth.results.length} report cards and 160 receipts are in`,
  )
  expect(classes).toEqual([
    'CLASS 8 for 24, Form 1 for 23 and Form 2 for 23.',
    'Form 1 for 30, Form 2 for 30 and Form 3 for 30.',
  ])
  // At most 25 for 1,000 rows, of which there are 807.
  expect(answers).toBeLessThanOrEqual(16)

  const answer = await page.request.get(everythingPath)
  const files = Object.entries(unzipSync(await answer.body()))
  const sheets = files.map(([path, bytes]) => [path, readCsv(strFromU8(bytes))] as const)
  expect(storedFacts(Object.fromEntries(sheets))).toEqual(trueFacts(truth))
})

/** Sheets with the same headings are imported together. */
const imports = [
  'Import staff',
  'Import schools',
  'Import supporters',
  'Import students',
  'Import past report cards',
  'Import past report cards',
  'Import past report cards',
  'Import past receipts',
  'Import past receipts',
]

async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** The columns that Elimu asks about, and the fields that they are; each other one is left out. */
const fields: Record<string, string> = { 'Hopes to become': 'Ambition' }

/** Says where each open column goes. Returns the number of answers, as the other steps do. */
async function answerColumns(page: Page): Promise<number> {
  const next = page.getByRole('link', { name: 'Next: Values' })
  await expect(next).toBeVisible()
  const open = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Leave out' }) })
  const count = await open.count()
  for (let left = count; left > 0; left--) {
    const heading = (await open.first().getAttribute('aria-label')) ?? ''
    const field = fields[heading]
    if (field) {
      await tabTo(open.first().getByRole('combobox'))
      await page.keyboard.type(field)
      await page.keyboard.press('Enter')
    } else await press(open.first().getByRole('button', { name: 'Leave out', exact: true }))
    await expect(open).toHaveCount(left - 1)
    if (left === 1) await expect(next).toBeFocused()
  }
  await press(next)
  return count
}

/** What a member of the staff answers at once: the likely meaning, a new year, no mark for those who did not sit. */
const usual = /^(Add \d{4}|Add class|No mark|Not known)/

/** What Elimu has no guess for: the beginning of the category that a word means. */
const categories: Record<string, string> = { 'Matatu money': 'Trans' }

async function answerValues(page: Page): Promise<number> {
  const questions = page.getByRole('region', { name: 'Questions' })
  await expect(questions.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const open = questions.locator('[data-open]')
  let answers = 0
  const answer = async (does: () => Promise<void>) => {
    const before = await open.count()
    await does()
    await expect.poll(() => open.count()).toBeLessThan(before)
    answers++
  }
  // The register has no columns for the parents and the background.
  const notKnown = questions.getByRole('button', { name: /^Not known for all \d+$/ })
  if ((await open.filter({ hasText: 'Background' }).count()) > 0) await answer(() => press(notKnown.first()))
  for (let at = 0; at < (await open.count());) {
    const question = open.nth(at)
    const options = question.locator('[data-option]')
    const likely = options.filter({ has: page.getByLabel('Likely') })
    const button = likely.or(options.filter({ hasText: usual })).first()
    const text = (await question.getAttribute('aria-label')) ?? ''
    const category = categories[text]
    if ((await button.count()) > 0) await answer(() => press(button))
    else if (category)
      await answer(async () => {
        await press(options.filter({ hasText: 'Another' }))
        await expect(page.getByRole('combobox', { name: `${text} means` })).toBeFocused()
        await page.keyboard.type(category)
        await page.keyboard.press('Enter')
      })
    else at++
  }
  return answers
}

/** How many records have which class, where the sheet has none. */
async function ownClasses(page: Page): Promise<string[]> {
  const own = page.getByRole('region', { name: 'No class' })
  if ((await own.count()) === 0) return []
  await expect(own).toContainText(' for ')
  return own.locator('p').allInnerTexts()
}

/** Decides about the rows that Elimu is not certain of. */
async function answerCheck(page: Page): Promise<number> {
  const save = page.getByRole('button', { name: /^Import \d/ })
  await expect(page.getByRole('region', { name: 'What is ready' })).toBeVisible()
  const another = page.getByRole('button', { name: 'Another child, add', pressed: false })
  const refunds = page.getByRole('button', { name: 'Take them off their receipts', pressed: false })
  const two = page.getByRole('button', { name: /^Two (receipts|students)$/, pressed: false })
  let answers = 0
  for (const choice of [another, refunds, two])
    for (let open = await choice.count(); open > 0; open--, answers++) {
      await press(choice.first())
      await expect(choice).toHaveCount(open - 1)
    }
  await expect(save).toBeEnabled()
  return answers
}
