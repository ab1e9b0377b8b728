import type { Locator } from '@playwright/test'
import { receiptMessages } from '#contract/records/receipts.ts'
import { studentMessages } from '#contract/students/students.ts'
import { FULL } from '../../server/testing/data/consents.ts'
import type { Charity } from '../support/charity.ts'
import { saveForm } from '../support/forms.ts'
import { entryOf, isPhone } from '../support/screen.ts'
import { overflows } from '../support/overflows.ts'
import { readPdf } from '../support/files/readPdf.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

test('a profile leads back to the list as it was @wide', async ({ page, charity, signIn, checkWidths }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const liaison_id = officer.id
  const [, id] = await charity.addStudents([
    { liaison_id, name: 'Barasa Wekesa' },
    { liaison_id, name: FAITH },
  ])
  await signIn(officer, '/dashboard?menu=students&size=1&page=2')
  await entryOf(page, FAITH).getByRole('link', { name: FAITH }).click()
  await expect(page).toHaveURL(`/dashboard?menu=profile&student=${id}&profile=academics`)
  await expect(page.getByRole('heading', { level: 1, name: FAITH })).toBeVisible()
  await expect(page).toHaveTitle(`${FAITH} - Elimu`)
  const card = page.getByRole('article')
  const shown = card.locator('dt').filter({ visible: true })
  await expect(shown).toHaveCount(10)
  await page.setViewportSize(PHONE)
  await expect(shown).toHaveCount(0)
  await expect(card).toContainText(/\d+ years, Nyando Girls High School/)
  await card.getByRole('button', { name: 'Show all facts' }).click()
  await expect(card.getByRole('button', { name: 'Show fewer facts' })).toBeFocused()
  await expect(shown).toHaveCount(10)
  const facts = {
    Age: /\d+ years$/,
    'KCPE score': '371',
    School: 'Nyando Girls High School',
    Father: 'Peter Odhiambo (late)',
    Mother: 'Rose Akinyi',
    Guardian: 'Jane Awuor, aunt',
    Siblings: '3',
    Ambition: 'Civil engineer',
    'Liaison officer': 'Brian Ochieng',
    Languages: 'Dholuo, Kiswahili, English',
  }
  await expect(card.locator('dt')).toHaveText(Object.keys(facts))
  for (const [label, value] of Object.entries(facts))
    await expect(card.getByText(label, { exact: true }).locator('..')).toContainText(value)
  for (const text of ['Active', 'EL-0002']) await expect(card).toContainText(text)
  await expect(card.getByRole('heading', { name: 'Student Background' })).toBeVisible()
  await expect(card).toContainText('Faith is the second of four children.')
  // A liaison officer has no history.
  await page.getByRole('button', { name: 'Sections: Academic Progress' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Academic Progress',
    'Financial Statements',
    'Funding',
    'Documents',
  ])
  await page.keyboard.press('Escape')
  await checkWidths()

  await page.setViewportSize(WIDE)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: FAITH })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Academics' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL('/dashboard?menu=students&page=2&size=1')
})

test('a profile leads to what is to do @wide', async ({ page, charity, signIn, checkWidths }) => {
  const officer = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5, first_name: 'Margaret', last_name: 'Ellison' })
  const [student_id = 0, other = 0] = await charity.addStudents([
    { liaison_id: officer.id, name: FAITH, supporter_id: supporter.id },
    { liaison_id: officer.id, name: 'Mwende Mutua' },
  ])
  const year = '2025'
  await charity.addReportCards([
    { student_id, year, term: 'Term 1' },
    { student_id: other, year, term: 'Term 2' },
  ])
  await charity.addReceipts([{ student_id, year, term: 'Term 1', remark: 'The total differs.' }])
  const address = `/dashboard?menu=profile&student=${student_id}&profile=academics`
  await signIn(await charity.addUser({ role_id: 3 }), address)

  const todo = page.getByRole('region', { name: 'To do for Faith' })
  const steps = todo.getByRole('listitem')
  await expect(steps).toHaveText([
    /^Receipt returnedTerm 1, 2025, KES 22,244\.00“The total differs\.”.*Correct$/,
    /^Report card not verifiedTerm 1, 2025, saved by .*Verify$/,
    /^No report cardTerm 2, 2025.*Add report card$/,
    /^No picture/,
    /^No certificate/,
    /^Consent not recorded.*Record consent$/,
  ])
  await checkWidths()

  // The same step is offered beside the record.
  const correct = page.getByRole('button', { name: `Correct receipt of ${FAITH}, Term 1, 2025` })
  await expect(correct).toHaveCount(2)
  await correct.last().click()
  const form = page.getByRole('dialog', { name: 'Edit Finance Report' })
  await form.getByLabel('Liaison Comment').fill('The total is right now.')
  await saveForm(form, receiptMessages.saved, 'Save Receipt')
  await expect(correct).toHaveCount(0)
  await expect(steps.nth(1)).toContainText('Receipt not verified')

  await steps.filter({ hasText: 'Report card not verified' }).getByRole('button').click()
  const verify = page.getByRole('dialog', { name: 'Verify Reports' })
  await expect(verify).toContainText(FAITH)
  await page.keyboard.press('Escape')
  await expect(verify).toBeHidden()

  const progress = page.getByRole('region', { name: 'Academic Progress' })
  await progress.getByRole('button', { name: `Add report card of ${FAITH}, Term 2, 2025` }).click()
  const adding = page.getByRole('dialog', { name: 'Add Academic Report' })
  await expect(adding.getByLabel('Term', { exact: true }).locator('option:checked')).toHaveText('Term 2')
  await page.keyboard.press('Escape')
  await expect(adding).toBeHidden()

  const card = page.getByRole('article')
  await card.getByRole('button', { name: `Edit ${FAITH}` }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Student Data' })
  await editing.getByLabel('Ambition').fill('Pilot')
  await saveForm(editing, studentMessages.saved)
  await expect(card).toContainText('Pilot')
  await expect(card.getByRole('link', { name: `Gallery of ${FAITH}` })).toHaveAttribute(
    'href',
    `/dashboard/studentgallery?student=${student_id}`,
  )
  await card.getByRole('link', { name: 'Margaret Ellison' }).click()
  await expect(entryOf(page, 'Margaret Ellison')).toBeVisible()
})

test('a profile asks no other liaison officer to add what is lacking @wide', async ({
  page,
  charity,
  signIn,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const [student_id = 0, other = 0] = await charity.addStudents([
    { liaison_id: officer.id, name: FAITH },
    { liaison_id: officer.id, name: 'Mwende Mutua' },
  ])
  const year = '2025'
  await charity.addReportCards([
    { student_id, year, term: 'Term 1', status: 1 },
    { student_id: other, year, term: 'Term 2', status: 1 },
  ])
  await charity.addReceipts([{ student_id, year, term: 'Term 1', remark: 'The total differs.' }])
  const address = `/dashboard?menu=profile&student=${student_id}&profile=academics`
  await signIn(await charity.addUser({ role_id: 4 }), address)

  const todo = page.getByRole('region', { name: 'To do for Faith' })
  await expect(todo.getByRole('listitem')).toHaveText([/^Receipt returned.*Correct$/])
  // The record can still be added beside the others of its year.
  const progress = page.getByRole('region', { name: 'Academic Progress' })
  await expect(
    progress.getByRole('button', { name: `Add report card of ${FAITH}, Term 2, 2025` }),
  ).toBeVisible()
})

test('a profile shows first what was asked for, and the rest by links and on demand', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const director = await charity.addUser({ role_id: 2, first_name: 'Joseph', last_name: 'Mutiso' })
  const [student_id = 0] = await charity.addStudents([
    { name: FAITH, liaison_id: director.id, entry_exam: 'None', kcpe: null },
  ])
  await charity.givePictures([student_id])
  await charity.giveConsents([student_id], { ...FULL, publication: '' })
  const terms = ['Term 1', 'Term 2', 'Term 3']
  await charity.addReportCards(terms.map((term) => ({ student_id, term, status: 2 })))
  await charity.addReceipts(terms.map((term) => ({ student_id, term, status: 2 })))
  const profile = `/dashboard?menu=profile&student=${student_id}`
  const opened: string[] = []
  page.on('request', (request) => {
    const [, part] = /students\/\d+(?:\/|\?query=)(consents|history)/.exec(request.url()) ?? []
    if (part) opened.push(part)
  })
  await signIn(director, `${profile}&profile=academics`)

  const consent = page.getByRole('region', { name: 'Consent' })
  const line = consent.getByRole('button', { name: 'Consent All given, publication refused' })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  const academics = page.getByRole('region', { name: 'Academic Progress' })
  const finance = page.getByRole('region', { name: 'Financial Statements' })
  const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0
  await expect(academics.getByRole('row', { name: /^English/ })).toBeVisible()
  expect(await topOf(academics.getByRole('row', { name: /^English/ }))).toBeLessThan(
    isPhone(page) ? 700 : 345,
  )
  await expect(finance).toContainText('Receipts for 2026')
  expect(await topOf(academics)).toBeLessThan(await topOf(finance))
  await checkWidths()

  await page.goto(`${profile}&profile=finance`)
  await expect(academics.getByRole('row', { name: /^English/ })).toBeVisible()
  expect(await topOf(finance)).toBeLessThan(await topOf(academics))
  const open = async (name: string) => {
    if (isPhone(page)) await page.getByRole('button', { name: /^Sections: / }).click()
    await page.getByRole(isPhone(page) ? 'menuitem' : 'link', { name, exact: true }).click()
  }
  await open('Academic Progress')
  await expect(academics).toBeInViewport({ ratio: 0.3 })
  // On a phone the button stays at the top, with the section on the screen.
  if (isPhone(page))
    await expect(page.getByRole('button', { name: 'Sections: Academic Progress' })).toBeInViewport()
  else
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveText([
      'Financial Statements',
      'Funding',
      'Documents',
      'Academic Progress',
      'History',
    ])

  // Who looked comes first when it is asked for.
  const looked = page.getByRole('region', { name: 'Who looked' })
  // A menu that is still closing would be closed by this click.
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('button', { name: 'More about Faith' }).click()
  await page.getByRole('menuitem', { name: 'Who looked' }).click()
  await expect(looked).toBeInViewport()
  expect(await topOf(looked)).toBeLessThan(await topOf(finance))

  // Consents and history are loaded, and so counted as views, once they are opened.
  expect(opened).toEqual([])
  await line.click()
  await expect(consent.getByRole('button', { name: 'Record Consent' })).toBeVisible()
  await open('History')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Nothing has been changed yet.')
  // Marked although the page ends before it reaches the top.
  if (isPhone(page)) await expect(page.getByRole('button', { name: 'Sections: History' })).toBeVisible()
  else
    await expect(page.getByRole('link', { name: 'History', exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    )
  expect(opened).toEqual(['consents', 'history'])
})

test('a profile loads once the connection is back @wide', async ({ page, charity, signIn, errors }) => {
  const officer = await charity.addUser({ role_id: 4 })
  const liaison_id = officer.id
  await charity.addStudents([
    { liaison_id, name: FAITH },
    { liaison_id, name: 'Halima Abdi Noor' },
  ])
  await signIn(officer, '/dashboard')
  await entryOf(page, FAITH).getByRole('link', { name: FAITH }).click()
  await expect(page.getByRole('heading', { level: 1, name: FAITH })).toBeVisible()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Halima Abdi Noor' }).click()
  await expect(page.getByText('The server cannot be reached.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Halima Abdi Noor' })).toBeVisible()
  expect(new Set(errors.splice(0))).toEqual(
    new Set(['Failed to load resource: net::ERR_INTERNET_DISCONNECTED']),
  )
})

test('the way back leads to the place that was left @wide', async ({ page, charity, signIn }) => {
  const officer = await charity.addUser({ role_id: 4 })
  const names = Array.from({ length: 60 }, (_, index) => `Student ${index + 10}`)
  await charity.addStudents(names.map((name) => ({ name, liaison_id: officer.id })))
  await signIn(officer)
  const list = '/dashboard?menu=finance&page=2&size=25&search=student'
  await page.goto(list)
  const left = page.getByRole('button', { name: 'View Finance' }).nth(20)
  for (const goBack of [
    () => page.getByRole('link', { name: 'Back to list' }).click(),
    () => page.goBack(),
  ]) {
    await left.scrollIntoViewIfNeeded()
    await page.mouse.wheel(0, 40)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    const place = await page.evaluate(() => scrollY)
    await left.click()
    await expect(page).toHaveURL(/menu=profile/)
    await expect(page.getByText('Student Background')).toBeVisible()
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await goBack()
    await expect(page).toHaveURL(list)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
  }
  await left.click()
  await expect(page).toHaveURL(/menu=profile/)
  const profile = page.url()
  await page.goto('/dashboard')
  await expect(page).toHaveURL(profile)
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL('/dashboard?menu=finance')
})

test('a profile fits every width @wide', async ({ page, charity, signInAs }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Christopher', last_name: 'Nyakwar-Ouma' })
  const [student_id = 0] = await charity.addStudents([
    { liaison_id: officer.id, name: 'Wanjiku Bartholomew Featherstonehaugh' },
  ])
  const items: Parameters<Charity['addReceipts']>[0][number]['items'] = [
    ['Uniform and Boarding Essentials', 'School shoes', 1_234_567.5],
    ['Uniform and Boarding Essentials', 'Mattress', 2_800],
  ]
  await charity.addReceipts([{ student_id, year: '2025', items }])
  const terms = ['Term 1', 'Term 2', 'Term 3']
  await charity.addReportCards(terms.map((term) => ({ student_id, year: '2025', term })))
  await signInAs(1)
  for (const profile of ['academics', 'finance']) {
    await page.goto(`/dashboard?menu=profile&student=${student_id}&profile=${profile}`)
    await expect(page.getByText('Category total')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Mean score/ })).toBeVisible()
    for (const width of [768, 820, 991, 992, 1024, 1100]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => overflows(page), `${profile} at ${width}`).toEqual([])
    }
  }
})

test('a coordinator sees the history of a student @wide', async ({ page, charity, signIn, checkWidths }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const [id] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH, dob: '2009-03-12' }])
  await signIn(await charity.addUser({ role_id: 3, first_name: 'Carol', last_name: 'Atieno' }), '/dashboard')
  await page.getByRole('button', { name: `Edit ${FAITH}` }).click()
  const modal = page.getByRole('dialog', { name: 'Edit Student Data' })
  await modal.getByRole('textbox', { name: 'Date of Birth' }).fill('2009-05-05')
  await modal.getByRole('button', { name: 'Save' }).click()
  await expect(modal).toBeHidden()

  await page.goto(`/dashboard?menu=profile&student=${id}&profile=academics`)
  await page.getByRole('link', { name: 'History' }).press('Enter')
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('heading', { level: 2 })).toBeInViewport()
  const entry = history.getByRole('listitem').first()
  await expect(entry).toContainText('Date of Birth: 5 May 2009, before 12 Mar 2009')
  await expect(entry).toContainText(/\d\d:\d\d.*, Carol Atieno/)
  await entry.getByRole('button', { name: /^Details/ }).click()
  await expect(entry).toContainText(/from 12 Mar 2009\s*to 5 May 2009/)
  await checkWidths()
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => overflows(page)).toEqual([])
  await page.setViewportSize(WIDE)

  // The whole profile is printed, without the history.
  const pages = await readPdf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages.map(({ text }) => text).join(' ')).toContain('KCPE score')
  expect(pages.map(({ text }) => text).join(' ')).not.toContain('before 12 Mar')
})

test('other students cannot be found @wide', async ({ page, charity, signIn, checkAccess }) => {
  const officer = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5 })
  const [theirs, other] = await charity.addStudents([
    { liaison_id: officer.id, name: FAITH, supporter_id: supporter.id },
    { liaison_id: officer.id, name: 'Mwende Mutua' },
  ])
  await signIn(supporter, `/dashboard?menu=profile&student=${theirs}&profile=academics`)
  await expect(page.getByRole('heading', { level: 1, name: FAITH })).toBeVisible()
  await expect(page.getByText(/^To do|^Supporter$/)).toHaveCount(0)
  await expect(page.getByRole('article').getByRole('button', { name: /Edit|Gallery/ })).toHaveCount(0)
  for (const address of [`&student=${other}`, '']) {
    await page.goto(`/dashboard?menu=profile${address}`)
    await expect(page.getByRole('heading', { name: 'This student cannot be found' })).toBeVisible()
  }
  await checkAccess()
  await page.getByRole('link', { name: 'Back to list' }).click()
  await expect(page).toHaveURL('/dashboard?menu=academics')
})
