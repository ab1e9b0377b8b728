import type { Locator } from '@playwright/test'
import { userMessages } from '#contract/users.ts'
import { PASSWORD } from '../../server/testing/data/users.ts'
import { entryOf, isPhone, openNav } from '../support/screen.ts'
import { expectMessage } from '../support/forms.ts'
import { tabTo } from '../support/tabTo.ts'
import { expect, test } from '../support/test.ts'

// The focus must not depend on running animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a user is added by the keyboard alone @wide', async ({ page, charity }) => {
  const { email } = await charity.addUser({ role_id: 1 })
  const { keyboard } = page
  await page.goto('/')
  await tabTo(page.getByLabel('Email'))
  await keyboard.type(email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()

  await tabTo(page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await tabTo(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }))
  await keyboard.press('Enter')
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()

  const opener = page.getByRole('button', { name: 'Add New User' })
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  await tabTo(opener)
  await keyboard.press('Enter')
  await expect(modal.getByLabel('First name')).toBeFocused()
  await keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(opener).toBeFocused()

  await keyboard.press('Space')
  await expect(modal.getByLabel('First name')).toBeFocused()
  await keyboard.type('Grace')
  await tabTo(modal.getByLabel('Last name'))
  await keyboard.type('Wanjiru')
  await tabTo(modal.getByLabel('Email'))
  await keyboard.type('grace@elimu.test')
  await tabTo(modal.getByLabel('User role'))
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await expect(modal.getByLabel('User role')).toHaveValue('2')
  await tabTo(modal.getByRole('button', { name: 'Save', exact: true }))
  await keyboard.press('Enter')
  await expectMessage(modal, userMessages.added)
  await expect(entryOf(page, 'Grace Wanjiru')).toContainText('Director')
  await expect(modal).toBeHidden()
  await expect(opener).toBeFocused()

  await tabTo(page.getByRole('button', { name: /^Hi, / }))
  await keyboard.press('Enter')
  const logout = page.getByRole('menuitem', { name: 'Logout?' })
  await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(logout).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('the focus follows to a child’s page, and comes back @wide', async ({ page, charity, signInAs }) => {
  const { id: liaison_id } = await charity.addUser({ role_id: 4 })
  await charity.addStudents(['Faith Atieno Odhiambo', 'Kevin Otieno'].map((name) => ({ name, liaison_id })))
  await signInAs(1, '/dashboard?menu=academics')
  const link = page.getByRole('link', { name: 'Faith Atieno Odhiambo' }).first()
  await tabTo(link)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Faith Atieno Odhiambo' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  const back = page.getByRole('link', { name: 'Back to list' })
  await expect(back).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(link).toBeFocused()
})

test('the focus stays inside a modal @wide', async ({ page, signInAs }) => {
  await signInAs(1, '/dashboard?menu=users')
  const opener = page.getByRole('button', { name: 'Add New User' })
  const { areRun } = await spreadTimers(opener)
  await opener.click()
  const modal = page.getByRole('dialog', { name: 'Add New User' })
  const first = modal.getByLabel('First name')
  await expect(first).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(modal.getByRole('button', { name: 'Close' })).toBeFocused()
  await areRun()
  await expect(modal.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
})

test('in a modal too, what is typed after Tab replaces the text of a field @wide', async ({
  page,
  signInAs,
}) => {
  await signInAs(1, '/dashboard?menu=users')
  await page.getByRole('button', { name: 'Add New User' }).click()
  const first = page.getByLabel('First name')
  await expect(first).toBeFocused()
  await page.keyboard.type('Grase')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Grace')
  await expect(first).toHaveValue('Grace')
  // A click only sets the cursor.
  await page.keyboard.press('Tab')
  await first.click()
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  await expect(first).toHaveValue('Graces')
})

/** Simulates a busy computer: tasks that are due at the same moment run one after another, half a second apart. */
async function spreadTimers(onPage: Locator) {
  const waiting = await onPage.evaluateHandle(() => {
    const state = { set: 0, run: 0 }
    const setTimeout = window.setTimeout.bind(window)
    const later = (handler: () => void, delay?: number) =>
      setTimeout(
        () => {
          handler()
          if (!delay) state.run++
        },
        delay || 500 * ++state.set,
      )
    Object.assign(window, { setTimeout: later })
    return state
  })
  return {
    areRun: () => expect.poll(() => waiting.evaluate(({ set, run }) => set >= 2 && set === run)).toBe(true),
  }
}

test('menus open, move and close by the keyboard', async ({ page, signInAs }) => {
  await signInAs(1, '/dashboard')
  const { keyboard } = page
  const more = page.getByRole('button', { name: 'More for Students' })
  const items = more.locator('xpath=following-sibling::*').locator('a, button')
  await tabTo(more)
  await keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  await keyboard.press('ArrowUp')
  await expect(items.last()).toBeFocused()
  await keyboard.press('ArrowDown')
  await keyboard.press('ArrowDown')
  await expect(items.nth(1)).toBeFocused()
  await keyboard.press('Escape')
  await expect(more).toBeFocused()
  await expect(items.first()).toBeHidden()
  await keyboard.press('Enter')
  await expect(items.first()).toBeFocused()
  await tabTo(page.getByRole('searchbox', { name: /students|Search by name/ }))
  await expect(items.first()).toBeHidden()
  if (isPhone(page)) {
    const burger = page.getByRole('button', { name: 'Open menu' })
    await tabTo(burger)
    await keyboard.press('Enter')
    await tabTo(page.getByRole('link', { name: 'Finance', exact: true }))
    await keyboard.press('Escape')
    await expect(burger).toBeFocused()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()

    await keyboard.press('Enter')
    await tabTo(page.getByRole('link', { name: 'Finance', exact: true }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Finance' })).toBeVisible()
    await openNav(page)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Students' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    return
  }
  const settings = page.getByRole('button', { name: 'Settings' })
  const first = page.getByRole('menuitem', { name: 'Email Notifications' })
  await tabTo(settings)
  await keyboard.press('Enter')
  await expect(first).toBeFocused()
  // A menu that has just opened may focus its first entry a second time.
  await expect(async () => {
    await keyboard.press('Home')
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Schools and Clusters' })).toBeFocused({ timeout: 500 })
  }).toPass()
  await keyboard.press('Escape')
  await expect(settings).toBeFocused()
  await keyboard.press('Enter')
  await expect(first).toBeFocused()
  await expect(async () => {
    await keyboard.press('Home')
    await keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'System' })).toBeFocused({ timeout: 500 })
  }).toPass()
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
})
