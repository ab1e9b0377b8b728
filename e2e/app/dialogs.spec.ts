import type { Locator, Page } from '@playwright/test'
import { notificationMessages } from '#contract/notifications.ts'
import type { Charity } from '../support/charity.ts'
import { withoutExam } from '../../server/testing/data/students.ts'
import { layoutProblems } from '../support/layoutProblems.ts'
import { openMyWork } from '../support/myWork.ts'
import { PHONE } from '../support/sizes.ts'
import { expect, test } from '../support/test.ts'

const FAITH = 'Faith Atieno Odhiambo'

/** A window's size, and the least height of a large dialog's body in it. */
const WINDOWS = [
  { width: 1366, height: 640, body: 480 },
  { width: 844, height: 390, body: 330 },
  { width: 320, height: 256, body: 200 },
]

/** A supported student with a report card that waits to be verified, and a receipt that can be sent. */
async function addFaith(charity: Charity) {
  const officer = await charity.addUser({ role_id: 4 })
  const supporter = await charity.addUser({ role_id: 5 })
  const [id = 0] = await charity.addStudents([
    { name: FAITH, liaison_id: officer.id, supporter_id: supporter.id },
  ])
  await charity.addReportCards([{ student_id: id, entered_by: officer.id }])
  await charity.addReceipts([{ student_id: id, entered_by: officer.id, status: 1 }])
  return id
}

type LargeDialog = {
  name: string
  /** Where it is opened. */
  address: (student: number) => string
  open: (page: Page) => Promise<void>
  /** A button in its foot. */
  button: string | RegExp
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

const DIALOGS: LargeDialog[] = [
  {
    name: 'Add Academic Report',
    address: () => '/dashboard?menu=academics',
    open: press(`Add Academic Reports of ${FAITH}`),
    button: 'Save Report',
  },
  {
    name: 'Add Finance Report',
    address: () => '/dashboard?menu=finance',
    open: press(`Add Finance Reports of ${FAITH}`),
    button: 'Save Receipt',
  },
  {
    name: 'Verify Reports',
    address: () => '/dashboard?menu=academics',
    open: async (page) => (await openMyWork(page)).getByRole('button', { name: 'Verify one by one' }).click(),
    button: 'Verify',
  },
  {
    name: notificationMessages.send,
    address: () => '/dashboard?menu=notification',
    open: (page) => page.getByRole('button', { name: /^Send 1 letter/ }).click(),
    button: /^Send /,
  },
  {
    name: 'Export the Record',
    address: (student) => `/dashboard?menu=profile&student=${student}&tab=looked`,
    open: async (page) => {
      await press('More about Faith')(page)
      await page.getByRole('menuitem', { name: /^Export/ }).click()
    },
    button: /^(Export, |Next)/,
  },
  {
    name: 'Record Consent',
    address: (student) => `/dashboard?menu=profile&student=${student}`,
    open: press('Record Consent'),
    button: 'Save Consent',
  },
  {
    name: 'Add Gallery',
    address: () => '/dashboard/gallery',
    open: press(`Add Gallery of ${FAITH}`),
    button: 'Add to Gallery',
  },
  {
    name: 'Add New Student',
    address: () => '/dashboard?menu=students',
    open: press('Add New Student'),
    button: 'Save',
  },
]

/** The height of the body that shows at first, and whether nothing of it is out of view. */
async function bodyOf(dialog: Locator, button: LargeDialog['button']) {
  const foot = await dialog.getByRole('button', { name: button, exact: true }).elementHandle()
  return dialog.evaluate((element, pressed) => {
    let end = pressed as HTMLElement | null
    while (end?.parentElement && end.clientWidth < element.clientWidth) end = end.parentElement
    element.scrollTo(0, 0)
    const start = element.querySelector('h2')?.parentElement?.getBoundingClientRect().bottom ?? 0
    const last = end?.getBoundingClientRect().top ?? 0
    const parts = [element, ...element.querySelectorAll('*')]
    return {
      height: Math.min(last, window.innerHeight) - start,
      isWhole: !parts.some((part) => part.scrollHeight > part.clientHeight && isScrolled(part)),
    }
    function isScrolled(part: Element) {
      return /auto|scroll/.test(getComputedStyle(part).overflowY)
    }
  }, foot)
}

/** The scrolled elements of a dialog that lie inside another. */
const nestedScrolls = (dialog: Locator) =>
  dialog.evaluate((element) => {
    const scrolled = [element, ...element.querySelectorAll('*:not(textarea)')].filter(
      (part) => part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY),
    )
    return scrolled
      .filter((inner) => scrolled.some((outer) => outer !== inner && outer.contains(inner)))
      .map(({ className }) => className)
  })

for (const { name, address, open, button } of DIALOGS)
  test(`${name} uses the window, and scrolls in one place @wide`, async ({ page, charity, signInAs }) => {
    const student = await addFaith(charity)
    await page.setViewportSize({ width: 1366, height: 640 })
    await signInAs(1, address(student))
    await open(page)
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByRole('button', { name: button, exact: true })).toBeVisible()
    await expect(dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    for (const { body, ...size } of WINDOWS) {
      await page.setViewportSize(size)
      await expect
        .poll(async () => {
          const { height, isWhole } = await bodyOf(dialog, button)
          return isWhole || height >= body
        }, `the body at ${size.width} by ${size.height}`)
        .toBe(true)
      expect(await nestedScrolls(dialog), `at ${size.width} by ${size.height}`).toEqual([])
    }
  })

test('a long name leaves room for the ref in the head of a dialog, and a draft for Save in its foot @wide', async ({
  page,
  charity,
  signInAs,
}) => {
  const name = 'Wilhelmina Achieng’ Nyar-Kisumu Odhiambo Otieno'
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  await charity.addStudents([{ ...withoutExam, name, liaison_id }])
  await page.setViewportSize({ width: 320, height: 568 })
  await signInAs(1, '/dashboard?menu=academics')
  await page.getByRole('button', { name: `Add Academic Reports of ${name}` }).click()
  const form = page.getByRole('dialog')
  const line = form.getByText(`${name}, EL-0001`)
  expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await form.getByLabel('Teacher Comment').fill('A steady term.')
  await expect(form.getByText(/^Draft saved/)).toBeVisible()
  expect(await layoutProblems(page)).toEqual([])
})

test('the report form has two columns in a low window @wide', async ({ page, charity, signInAs }) => {
  await addFaith(charity)
  await page.setViewportSize({ width: 844, height: 390 })
  await signInAs(1, '/dashboard?menu=academics')
  await page.getByRole('button', { name: `Add Academic Reports of ${FAITH}` }).click()
  const form = page.getByRole('dialog')
  const year = await form.getByLabel('Year', { exact: true }).boundingBox()
  const comment = await form.getByLabel('Teacher Comment').boundingBox()
  expect(comment?.x).toBeGreaterThan((year?.x ?? 0) + 300)
  await expect(form.getByLabel('Teacher Comment')).toBeInViewport({ ratio: 1 })
})

test('an on-screen keyboard neither hides the focused field nor loses what is typed', async ({
  page,
  charity,
  signInAs,
}) => {
  await addFaith(charity)
  await page.setViewportSize(PHONE)
  await signInAs(1, '/dashboard?menu=academics')
  await press(`Add Academic Reports of ${FAITH}`)(page)
  const dialog = page.getByRole('dialog', { name: 'Add Academic Report' })
  const comment = dialog.getByLabel('Liaison Comment')
  await comment.click()
  await comment.pressSequentially('Visited ')
  const field = await comment.elementHandle()
  const expectTyped = async (typed: string) => {
    await expect(comment).toBeInViewport({ ratio: 1 })
    expect(await field?.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('on 9 October. ')
    await expect(comment).toHaveValue(typed)
  }
  // Most browsers shrink the window.
  await page.setViewportSize({ ...PHONE, height: 400 })
  await expectTyped('Visited on 9 October. ')
  await page.setViewportSize(PHONE)
  await expectTyped('Visited on 9 October. on 9 October. ')

  // Others only cover it.
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: 450, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  const bottomOf = async (element: Locator) => {
    const box = await element.boundingBox()
    return box ? box.y + box.height : Infinity
  }
  await expect.poll(() => bottomOf(dialog)).toBe(450)
  expect(await bottomOf(comment)).toBeLessThan(450)
})
