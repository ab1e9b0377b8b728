import { FULL } from '../../server/testing/data/consents.ts'
import { entryOf } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

test('a supporter reads the news of their students @wide', async ({ page, charity, signIn, checkWidths }) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5 })
  const [student_id = 0] = await charity.addStudents([
    { name: FAITH, liaison_id, supporter_id: supporter.id },
  ])
  const verified = { student_id, status: 1 }
  await charity.addReportCards([
    { ...verified, term: 'Term 1', class: 'Form 4', grade: 'B', mark: 70 },
    {
      ...verified,
      term: 'Term 2',
      class: 'Form 4',
      grade: 'B+',
      mark: 73,
      teacher_comment: 'A steady term.',
    },
    { student_id, term: 'Term 3', teacher_comment: 'Not verified yet.' },
  ])
  await charity.addReceipts([
    { ...verified, term: 'Term 1' },
    { student_id, term: 'Term 2' },
  ])
  await signIn(supporter, '/dashboard')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News of Faith')
  const card = page.getByRole('article', { name: FAITH })
  for (const text of [
    'Form 4, EL-0001',
    'No pictures yet',
    /Newest result Term 2, 202673\.0 B\+Mean score and grade\. Term 1: 70\.0 B/,
    /Paid in 2026 Term 1KES 22,244\.00\s*1 receipt/,
    /Teacher Comment Term 2, 2026A steady term\./,
  ])
    await expect(card).toContainText(text)
  // Nothing reveals the report card that is not verified, and nothing replaces the picture.
  await expect(page.getByText(/Not verified yet|Term 3/)).toHaveCount(0)
  await expect(card.getByRole('figure')).toHaveCount(0)
  await expect(card.getByRole('link', { name: `View report card of ${FAITH}` })).toHaveAttribute(
    'href',
    /^\/api\/files\/\d+$/,
  )
  await expect(page.getByRole('heading', { level: 2, name: 'Academics' })).toBeVisible()
  await expect(entryOf(page, FAITH).getByRole('button', { name: /^View Academic/ })).toBeVisible()
  await checkWidths()

  await card.getByRole('link', { name: `View receipts of ${FAITH}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: FAITH })).toBeVisible()
  await expect(page).toHaveURL(/profile=finance.*2026/)
  await page.getByRole('link', { name: 'Elimu' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News of Faith')
  await card.getByRole('link', { name: 'Open Faith’s year' }).click()
  await expect(page.getByRole('region', { name: 'Academic Progress' })).toContainText('A steady term.')
})

test('a supporter of several reads first who left, and whose report card is not here yet', async ({
  page,
  charity,
  signIn,
  checkWidths,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5 })
  const own = { liaison_id, supporter_id: supporter.id }
  const names = [
    'Achieng Ouma',
    'Baraka Noor',
    'Chebet Kariuki',
    'Dennis Kyalo',
    'Esther Mutua',
    'Felix Auma',
  ]
  const [left = 0, unverified = 0, missing = 0, shown = 0] = await charity.addStudents([
    { ...own, name: 'Amina Karanja', status: 3 },
    ...names.map((name) => ({ ...own, name })),
  ])
  const verified = { status: 1, teacher_comment: 'Asks good questions.' }
  await charity.addReportCards([
    { ...verified, student_id: left, term: 'Term 1' },
    { ...verified, student_id: unverified, term: 'Term 1' },
    { ...verified, student_id: missing, term: 'Term 1' },
    { ...verified, student_id: shown, term: 'Term 1' },
    { ...verified, student_id: shown, term: 'Term 2' },
    { student_id: unverified, term: 'Term 2' },
  ])
  await signIn(supporter, '/dashboard')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News of your 7 students')
  const cards = page.getByRole('article', { name: /Karanja|Ouma|Noor|Kariuki|Kyalo|Mutua|Auma/ }).filter({
    has: page.getByRole('link', { name: /^Open / }),
  })
  await expect(cards.getByRole('heading', { level: 2 })).toHaveText(names)
  const card = (name: string) => cards.filter({ hasText: name })
  for (const name of ['Achieng', 'Baraka'])
    await expect(card(name)).toContainText('The Term 2 report card is not here yet.')
  await expect(card('Chebet')).not.toContainText('not here yet')
  await expect(card('Dennis')).toContainText('Dennis’s first report card is not here yet.')
  await expect(card('Chebet')).toContainText(/Teacher Comment Term 2, 2026Asks good questions\./)
  await checkWidths()

  // Who left comes last, without the reason.
  await page.getByRole('button', { name: 'Show all 7 students' }).click()
  await expect(cards).toHaveCount(7)
  await expect(cards.last().getByRole('link').first()).toBeFocused()
  await expect(cards.last()).toContainText('Amina graduated. Congratulations to you both.')
  await expect(cards.last()).toContainText('Last result')
  await cards.last().getByRole('link', { name: 'Open Amina’s year' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Amina Karanja' })).toBeVisible()
})

test('without the profile a supporter sees the first name, the class and what else is shared @wide', async ({
  page,
  charity,
  signIn,
  checkAccess,
}) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5 })
  const [student_id = 0] = await charity.addStudents([
    { name: FAITH, liaison_id, supporter_id: supporter.id },
  ])
  await charity.addReportCards([
    { student_id, status: 1, class: 'Form 4', teacher_comment: 'A steady term.' },
  ])
  await charity.giveConsents([student_id], { ...FULL, profile: '' })
  await signIn(supporter, '/dashboard')
  await page.getByRole('article', { name: 'Faith' }).getByRole('link', { name: 'Faith', exact: true }).click()

  await expect(page.getByText('Personal facts of Faith are not shared at present.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Academic Progress' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('Form 4')
  for (const hidden of ['Odhiambo', 'Student Background', 'Mother', 'Not known'])
    await expect(main).not.toContainText(hidden)
  await checkAccess()
})
