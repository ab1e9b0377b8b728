import type { Page } from '@playwright/test'
import { dayAndMonth, dayOf, daysFrom, formatDay } from '#contract/base/days.ts'
import { calendarMessages } from '#contract/calendar.ts'
import { withoutExam } from '../../server/testing/data/students.ts'
import type { Charity } from '../support/charity.ts'
import { brokenDates } from '../support/brokenDates.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

/** Days around today: Term 1 has closed, and its report cards are due since yesterday; Term 2 is open. */
function datesOf(charity: Charity) {
  const today = dayOf(charity.now())
  const from = (days: number) => daysFrom(today, days)
  return {
    year: today.slice(0, 4),
    today,
    first: { opens: from(-80), closes: from(-15) },
    second: { opens: from(-8), closes: from(60) },
    due: from(-1),
  }
}

const term = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Calendar' })

async function open(page: Page): Promise<void> {
  await page.goto('/dashboard?menu=calendar')
  await expect(page.getByRole('heading', { name: 'Due dates' })).toBeVisible()
}

test('a coordinator sets the dates of a year by keyboard, and sees what is due', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { year, today, first, second, due } = datesOf(charity)
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const [faith = 0] = await charity.addStudents([
    { ...withoutExam, name: 'Faith Atieno', liaison_id },
    { ...withoutExam, name: 'Kevin Otieno', liaison_id },
  ])
  await charity.addReportCards([{ student_id: faith, year, term: 'Term 1', status: 1 }])
  await signInAs(3)
  await open(page)
  await expect(page.getByRole('heading', { name: `${year} has no dates yet` })).toBeVisible()
  await checkWidths()

  const { keyboard } = page
  await tabTo(page.getByRole('button', { name: `Set the dates of ${year}` }))
  await keyboard.press('Enter')
  await expect(field(page, 'Term 1: Opens')).toBeFocused()
  await keyboard.type(formatDay(first.opens))
  await tabTo(field(page, 'Term 1: Closes'))
  await keyboard.type(formatDay(first.closes))
  await tabTo(field(page, 'Term 2: Opens'))
  await keyboard.type(formatDay(first.closes))
  await tabTo(field(page, 'Term 2: Closes'))
  await keyboard.type(formatDay(second.closes))
  await expect(term(page, 'Term 1')).toContainText(formatDay(due))
  await keyboard.press('Enter')
  const overlapping = field(page, 'Term 2: Opens')
  await expect(overlapping).toBeFocused()
  await expect(overlapping).toHaveAccessibleDescription(
    calendarMessages.later('Term 1 closes', dayAndMonth(first.closes)),
  )
  await checkWidths()

  await overlapping.fill(formatDay(second.opens))
  await tabTo(save(page))
  await keyboard.press('Enter')
  await expect(page.getByRole('status')).toHaveText(calendarMessages.saved({ term: 'Term 1', since: due }))
  await expect(page.locator('main')).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Term 2 is open until / })).toBeVisible()
  await expect(
    page.getByRole('figure', { name: `Term 1 from ${formatDay(first.opens)} to ${formatDay(first.closes)}` }),
  ).toBeVisible()
  await expect(page.getByText(`on ${formatDay(today)}`)).toBeVisible()
  await checkWidths()
  expect(await brokenDates(page)).toEqual([])

  await term(page, 'Term 1').getByRole('link', { name: '1 is missing' }).click()
  await expect(page.locator('[data-row]').filter({ hasText: 'Kevin Otieno' })).toContainText(
    /No report card of Term 1, \d+, due since /,
  )
})

test('a liaison officer reads the dates, and changes none', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const { year, first, second } = datesOf(charity)
  await charity.setDates(
    ['Term 1', year, first.opens, first.closes],
    ['Term 2', year, second.opens, second.closes],
  )
  await signInAs(4)
  await open(page)
  await expect(page.getByRole('heading', { level: 1, name: 'School calendar' })).toBeVisible()
  await expect(term(page, 'Term 1')).toContainText(formatDay(first.closes))
  await expect(term(page, 'Term 3')).toContainText('No dates')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(save(page)).toHaveCount(0)
  await checkWidths()
})

test('dates that somebody else has set are not overwritten, and typed ones not lost @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
  newVisitor,
}) => {
  const { year, first, second } = datesOf(charity)
  await charity.setDates(['Term 1', year, first.opens, first.closes])
  await signInAs(3)
  await open(page)
  const other = await newVisitor()
  const director = await charity.addUser({ role_id: 2, first_name: 'Daniel', last_name: 'Kamau' })
  await signIn(director, undefined, other)
  await open(other)
  await field(other, 'Term 1: Closes').fill(formatDay(daysFrom(first.closes, 1)))
  await save(other).click()
  await expect(other.getByRole('status')).toContainText('Calendar saved.')

  const closes = field(page, 'Term 2: Closes')
  await field(page, 'Term 2: Opens').fill(formatDay(second.opens))
  await closes.fill(formatDay(second.closes))
  await save(page).click()
  await expect(page.getByRole('alert')).toHaveText(calendarMessages.changedMeanwhile('Daniel Kamau'))
  await page.getByRole('link', { name: 'Grade Scale' }).click()
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(field(page, 'Term 1: Closes')).toHaveValue(formatDay(daysFrom(first.closes, 1)))
  await expect(closes).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(closes).toHaveValue(formatDay(second.closes))
})
