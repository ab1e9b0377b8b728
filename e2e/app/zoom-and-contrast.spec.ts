import { layoutProblems } from '../support/layoutProblems.ts'
import { openMyWork } from '../support/myWork.ts'
import { openAccountMenu } from '../support/screen.ts'
import { expect, test } from '../support/test.ts'

/** A screen of 1280 px at a zoom of 400 %. */
const ZOOMED = { width: 320, height: 568 }
const TABLET = { width: 820, height: 1180 }

test.describe('at a zoom of 400 %', () => {
  test.use({ hasMailServer: false })

  test('nothing is cut or scrolls sideways @wide', async ({ page, charity, administrator, signIn }) => {
    const by = { entered_by: administrator.id }
    const [id = 0] = await charity.addStudents([
      { name: 'Wanjiku Bartholomew Featherstonehaugh', liaison_id: administrator.id },
    ])
    await charity.addReportCards([{ student_id: id, ...by, year: '2025', term: 'Term 2', status: 1 }])
    const expectWhole = (name: string) => expect.poll(() => layoutProblems(page), name).toEqual([])
    await page.setViewportSize(ZOOMED)
    await signIn(administrator, '/dashboard?menu=letters')
    await expect(page.getByRole('heading', { level: 1, name: 'Letters' })).toBeVisible()
    await expectWhole('Letters')
    // The boxes are below each other, each as wide as the page.
    for (const box of await page.getByRole('main').getByRole('combobox').all())
      if ((await box.getAttribute('aria-label')) !== null)
        expect((await box.boundingBox())?.width).toBeGreaterThan(250)
    await page.goto('/dashboard?menu=academics')
    await page.getByRole('button', { name: 'Add Year' }).click()
    await expect(page.getByRole('dialog', { name: 'Add Year' })).toBeVisible()
    await expectWhole('Add Year')
  })
})

test('forced colours show the bar of consents @wide', async ({ page, charity, administrator, signIn }) => {
  const students = Array.from({ length: 6 }, () => ({ liaison_id: administrator.id }))
  await charity.addStudents(students)
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (element: Element) => getComputedStyle(element).backgroundColor
  await signIn(administrator, '/dashboard?menu=consents')
  const canvas = await page.locator('body').evaluate(background)
  const part = page.locator('i[data-part]').first()
  await expect(part).toBeVisible()
  expect(await part.evaluate(background)).not.toBe(canvas)
})

test.describe('on a tablet', () => {
  test.use({ viewport: TABLET, hasTouch: true, isMobile: true })

  test('help for the keyboard is in the account menu, and links are large enough for fingers @wide', async ({
    page,
    charity,
    administrator,
    signIn,
  }) => {
    const [id = 0] = await charity.addStudents([{ liaison_id: administrator.id }])
    await charity.addReportCards([{ student_id: id, entered_by: administrator.id }])
    await signIn(administrator, '/dashboard?menu=students')
    const panel = await openMyWork(page)
    for (const link of await panel.getByRole('listitem').getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(24)
    await expect(panel.getByRole('listitem').getByRole('link')).not.toHaveCount(0)
    await page.keyboard.press('Escape')
    const menu = await openAccountMenu(page)
    await menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  })
})

test('What Is Missing of an Elimu without students says so @wide', async ({
  page,
  signInAs,
  checkWidths,
}) => {
  await signInAs(1, '/dashboard?menu=missing')
  await expect(page.getByText('No students yet')).toBeVisible()
  await checkWidths()
})

test('a disabled choice keeps its word readable in browsers that fill disabled inputs @wide', async ({
  page,
  signInAs,
}) => {
  await signInAs(1, '/dashboard?menu=students')
  await page.getByRole('button', { name: 'Add New Student' }).click()
  const exam = page.getByRole('radiogroup', { name: 'Entry Exam' })
  await expect(exam).toBeVisible()
  // As Firefox does in its own style sheet, where any rule of the page wins.
  await page.addStyleTag({ content: '@layer { input:disabled { background-color: rgb(60, 60, 60) } }' })
  for (const choice of await exam.getByRole('radio').all()) {
    await choice.evaluate((radio) => radio.setAttribute('disabled', ''))
    await expect(choice).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  }
})
