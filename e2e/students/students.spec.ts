import type { Locator, Page } from '@playwright/test'
import { studentMessages } from '#contract/students/students.ts'
import { entries, entryOf, openHeadMenu } from '../support/screen.ts'
import { expectMessage, saveForm } from '../support/forms.ts'
import { stopTime } from '../support/stopTime.ts'
import { PHONE, WIDE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'
const HALIMA = 'Halima Abdi Noor'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('the list of students as an administrator sees it @wide', async ({
  page,
  charity,
  signInAs,
  checkWidths,
}) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const supporter = await charity.addUser({ role_id: 5, first_name: 'Bartholomew', last_name: 'Ellison' })
  await charity.addStudents([
    { liaison_id: officer.id, name: FAITH, supporter_id: supporter.id },
    { liaison_id: officer.id, name: HALIMA, status: 2, category: 2 },
  ])
  await signInAs(1, '/dashboard')
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search by name, ref, phone or liaison' })).toBeVisible()
  const faith = entryOf(page, FAITH)
  for (const text of ['EL-0001', 'High School', 'Brian Ochieng', 'Active', 'Bartholomew Ellison'])
    await expect(faith).toContainText(text)
  const expectBelow = async (label: Locator) => {
    const name = await faith.getByText('Bartholomew Ellison').boundingBox()
    const word = await label.getByText('Supporter', { exact: true }).last().boundingBox()
    expect(name?.y, 'below its label').toBeGreaterThanOrEqual((word?.y ?? Infinity) + (word?.height ?? 0))
  }
  await expectBelow(page.locator('thead'))
  await checkWidths()

  await expect(page.getByRole('columnheader')).toHaveText([
    'No.',
    'Image',
    'Ref',
    'Name',
    'Category',
    'Liaison',
    'Status',
    'Supporter',
    'Actions',
  ])
  for (const action of ['Edit', 'Edit picture of', 'Edit KCPE certificate of']) {
    const icon = page.getByRole('button', { name: `${action} ${HALIMA}: Student is not Active` })
    await expect(icon).toBeDisabled()
    await icon.hover()
    await expect(page.getByRole('main').getByRole('tooltip')).toHaveText('Student is not Active')
    await icon.click({ force: true })
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(page.getByRole('button', { name: `Set status of ${HALIMA}` })).toBeEnabled()

  await page.setViewportSize(PHONE)
  await expect(entryOf(page, HALIMA)).toContainText('Student is not Active. Only status can change.')
  await expect(entryOf(page, HALIMA).getByRole('button')).toHaveText(['Status'])
  await expect(faith.getByRole('button')).toHaveText(['', 'Edit', 'Picture', 'Certificate', 'Status'])
  await expectBelow(faith)
  const { height } = (await faith.getByRole('link', { name: FAITH }).boundingBox()) ?? { height: 0 }
  expect(height, 'the name has the size of a finger').toBeGreaterThanOrEqual(44)
})

const LISTS = {
  students: ['/dashboard?menu=students', 'academics'],
  academics: ['/dashboard?menu=academics', 'academics'],
  finance: ['/dashboard?menu=finance', 'finance'],
  gallery: ['/dashboard/gallery', 'academics'],
} as const
for (const [list, [address, profile]] of Object.entries(LISTS))
  test(`the ${list} list opens with active students, whose names lead to their profiles`, async ({
    page,
    charity,
    signIn,
  }) => {
    const officer = await charity.addUser({ role_id: 4 })
    const [, faith] = await charity.addStudents([
      { liaison_id: officer.id, name: 'Abdi Noor', status: 2 },
      { liaison_id: officer.id, name: FAITH },
    ])
    await signIn(officer, address)
    await expect(entries(page)).toContainText([FAITH, 'Abdi Noor'])
    await page.getByRole('link', { name: FAITH }).click()
    await expect(page).toHaveURL(`/dashboard?menu=profile&student=${faith}&profile=${profile}`)
    await page.getByRole('link', { name: 'Back to list' }).click()
    await expect(page).toHaveURL(address)
  })

test('the Tab key skips the unavailable actions of a student, and the next one gives the reason @wide', async ({
  page,
  charity,
  signIn,
  signInAs,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5 })
  await charity.addStudents([{ liaison_id: officer.id, name: HALIMA, supporter_id: supporter.id, status: 2 }])
  await signInAs(1, '/dashboard')
  const { notActive } = studentMessages
  const tooltip = page.getByRole('tooltip')
  const reach = async (name: string) => {
    await page.getByRole('link', { name: HALIMA }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name })).toBeFocused()
  }
  const status = `Set status of ${HALIMA}. ${notActive}`
  await reach(status)
  await expect(tooltip).toHaveText(status)
  for (const [address, name] of [
    ['/dashboard?menu=finance', `View Finance Reports of ${HALIMA}. ${notActive}`],
    ['/dashboard/gallery', `View Gallery of ${HALIMA}. ${notActive}`],
  ] as const) {
    await page.goto(address)
    await reach(name)
    await expect(tooltip).toHaveText(name)
  }
  // In a narrow table the menu gives the reason.
  await page.setViewportSize({ width: 900, height: 700 })
  await page.goto('/dashboard?menu=students')
  await reach(`More for ${HALIMA}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toContainText(notActive)

  // An officer has no other action.
  await page.setViewportSize(WIDE)
  await signIn(officer, '/dashboard?menu=students')
  await reach(`Edit ${HALIMA}: ${notActive}`)
  await expect(tooltip).toHaveText(notActive)
})

test('a liaison officer sees no supporters @wide', async ({ page, charity, signIn }) => {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const supporter = await charity.addUser({ role_id: 5, first_name: 'Margaret', last_name: 'Ellison' })
  await charity.addStudents([{ liaison_id: officer.id, name: FAITH, supporter_id: supporter.id }])
  await signIn(officer, '/dashboard')
  await expect(page.getByRole('searchbox', { name: 'Search by name, ref or phone' })).toBeVisible()
  const faith = entryOf(page, FAITH)
  await expect(faith).toContainText('EL-0001')
  for (const text of ['Ochieng', 'Ellison', 'Supporter']) await expect(faith).not.toContainText(text)
  await expect(page.getByRole('button', { name: /supporter|status/ })).toHaveCount(0)
  await openHeadMenu(page)
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Add New Student' }).click()
  await expect(dialog(page, 'Add New Student').getByLabel('Name')).toBeVisible()
  await expect(dialog(page, 'Add New Student').getByLabel('Liaison Officer')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()

  // A student that could not be loaded is requested again.
  await page.route(
    '**/api/students/*?query=edit',
    (route) => route.fulfill({ status: 403, json: { message: 'Not now.' } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: `Edit ${FAITH}` }).click()
  const modal = dialog(page, 'Edit Student Data')
  await expect(modal.getByRole('alert')).toHaveText(/Not now\./)
  await modal.getByRole('button', { name: 'Try again' }).click()
  await modal.getByLabel('Ambition').fill('Pilot')
  await saveForm(modal, studentMessages.saved)
})

test('a student is edited by the keyboard alone @wide', async ({ page, charity, signInAs, checkAccess }) => {
  const officer = await charity.addUser({ role_id: 4 })
  await charity.addStudents([
    { liaison_id: officer.id, name: FAITH },
    { liaison_id: officer.id, name: 'Faith Odhiambo' },
  ])
  await signInAs(3, '/dashboard')
  await charity.addSchool('Alliance High School')
  const opener = page.getByRole('button', { name: `Edit ${FAITH}` })
  await opener.focus()
  await page.keyboard.press('Enter')
  const modal = dialog(page, 'Edit Student Data')
  await expect(modal.getByLabel('Name')).toHaveValue(FAITH)
  await expect(modal.getByLabel('Name')).toBeFocused()
  await checkAccess()

  const school = modal.getByRole('combobox', { name: 'Current School' })
  await school.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await stopTime(page)
  await page.keyboard.type('alliance')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Alliance High School'])
  // On a busy machine the list's own timers run only now.
  await page.clock.runFor(100)
  await page.keyboard.press('Enter')
  await expect(school).toHaveValue('Alliance High School')
  await page.clock.resume()
  const warning = modal.getByText('This child may already be registered')
  await expect(warning).toBeHidden()
  await modal.getByLabel('Name').focus()
  await page.keyboard.press('End')
  await page.keyboard.type('h')
  await expect(warning).toBeVisible()
  await expect(modal.getByRole('link', { name: /^Open / })).toHaveText(['Open'])
  await expect(modal.getByRole('button', { name: 'Save anyway: not Faith Odhiambo' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  await school.focus()
  await page.keyboard.press('Enter')
  await expect(modal.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await modal.getByLabel('Name').focus()
  await page.keyboard.type('Faith Akinyi')
  await expect(warning).toBeHidden()
  await school.focus()
  await stopTime(page)
  await page.keyboard.press('Enter')
  // Until it closes, not the page behind it.
  await expect(modal).toBeFocused()
  await expectMessage(modal, studentMessages.saved)
  await page.clock.resume()
  await expect(entryOf(page, 'Faith Akinyi')).toBeVisible()
  await expect(modal).toBeHidden()
  await expect(page.getByRole('button', { name: 'Edit Faith Akinyi' })).toBeFocused()
})

test('the status of several students is changed and undone @wide', async ({
  page,
  charity,
  signInAs,
  checkAccess,
}) => {
  const officer = await charity.addUser({ role_id: 4 })
  await charity.addStudents([
    { liaison_id: officer.id, name: FAITH },
    { liaison_id: officer.id, name: HALIMA },
    { liaison_id: officer.id, name: 'Kevin Otieno' },
  ])
  await signInAs(2, '/dashboard')
  await openHeadMenu(page)
  await page.getByRole('button', { name: 'Change Status of Several' }).click()
  const bar = page.getByRole('region', { name: 'Chosen students' })
  await expect(bar.getByRole('button', { name: 'Change Status' })).toBeDisabled()
  await page.getByRole('checkbox', { name: `Choose ${FAITH}` }).check()
  await bar.getByRole('button', { name: 'Choose all 3 on this page' }).click()
  await page.getByRole('checkbox', { name: 'Choose Kevin Otieno' }).focus()
  await page.keyboard.press('Space')
  await expect(bar.getByRole('status')).toHaveText('2 students chosen')
  await checkAccess()
  await bar.getByRole('button', { name: 'Change Status' }).click()
  const modal = dialog(page, 'Change Status of Several')
  await modal.getByLabel('Status').selectOption('Graduated')
  await modal.getByLabel('Reason').fill('Sat for KCSE')
  await expect(modal.getByText(studentMessages.confirmStatus(2, 'Graduated'))).toBeVisible()
  await checkAccess()
  await saveForm(modal, studentMessages.statusesSaved(2), 'Set Status')
  await expect(page.getByRole('button', { name: 'More for Students' })).toBeFocused()
  for (const name of [FAITH, HALIMA]) await expect(entryOf(page, name)).toContainText('Graduated')
  await expect(entryOf(page, 'Kevin Otieno')).toContainText('Active')
  const undo = page.getByRole('region', { name: 'Undo' })
  await undo.getByRole('button', { name: 'Undo' }).click()
  await expect(undo).toContainText(studentMessages.statusesUndone(2, 0))
  for (const name of [FAITH, HALIMA]) await expect(entryOf(page, name)).toContainText('Active')
})

test('supporter and status of a student are set @wide', async ({ page, charity, signInAs, checkAccess }) => {
  const officer = await charity.addUser({ role_id: 4 })
  await charity.addUser({ role_id: 5, first_name: 'Margaret', last_name: 'Ellison' })
  await charity.addUser({ role_id: 5, first_name: 'Dalmas', last_name: 'Oduya', status: 1 })
  const [id] = await charity.addStudents([{ liaison_id: officer.id, name: FAITH }])
  await signInAs(2, '/dashboard')
  const modal = dialog(page, 'Set Supporter Data')
  await page.getByRole('button', { name: `Add supporter to ${FAITH}` }).click()
  await expect(modal).toContainText('Current supporterNone yet')
  await modal.getByRole('button', { name: 'Save' }).click()
  const supporter = modal.getByRole('combobox', { name: 'Supporter' })
  await expect(supporter).toHaveAccessibleDescription('Student Supporter cannot be empty')
  await supporter.click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Margaret Ellison'])
  await checkAccess()
  await page.getByRole('option', { name: 'Margaret Ellison' }).click()
  await expect(supporter).toHaveValue('Margaret Ellison')
  await saveForm(modal, studentMessages.supporterSaved)
  await expect(entryOf(page, FAITH)).toContainText('Margaret Ellison')

  await page.getByRole('button', { name: `Remove supporter from ${FAITH}` }).click()
  await expect(modal).toHaveAccessibleDescription(`Are You Sure You Want To Remove Supporter From ${FAITH}?`)
  await expect(modal).toContainText('Current supporterMargaret Ellison')
  // Moves the mouse off the button under it, so that no tooltip is part of the check.
  await page.mouse.move(0, 0)
  await saveForm(modal, studentMessages.supporterRemoved, 'Remove')
  await expect(page.getByRole('button', { name: `Add supporter to ${FAITH}` })).toBeVisible()

  await page.getByRole('button', { name: `Set status of ${FAITH}` }).click()
  const status = dialog(page, 'Set Student Status')
  await expect(status).toContainText('Current statusActive')
  await expect(status.getByRole('option')).toHaveText([
    'Please Select Status',
    'Discontinued',
    'Withdrawn',
    'Graduated',
  ])
  await status.getByLabel('Status').selectOption('Withdrawn')
  await status.getByLabel('Reason').fill('Moved to Uganda')
  await checkAccess()
  await saveForm(status, studentMessages.statusSaved)
  await expect(entryOf(page, FAITH)).toContainText('Withdrawn')
  await expect(entryOf(page, FAITH)).toHaveAttribute('data-inactive', 'true')
  await page.goto(`/dashboard?menu=profile&student=${id}&profile=academics&tab=history`)
  const entry = page.getByRole('region', { name: 'History' }).getByRole('listitem').first()
  await expect(entry).toContainText('Status: Withdrawn, before Active')
  await entry.getByRole('button', { name: /^Details/ }).click()
  await expect(entry).toContainText('Moved to Uganda')
})
