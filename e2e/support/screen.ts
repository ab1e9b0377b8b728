import { expect, type Locator, type Page } from '@playwright/test'

/** Whether a page is as narrow as those that get cards and a burger menu. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768

/** A record in a list: its row, or its card on a phone. */
export const entryOf = (page: Page, name: string): Locator => entries(page).filter({ hasText: name })

/** All records on the open page of a list, without the table's head. */
export const entries = (page: Page): Locator =>
  page.locator('tbody').getByRole('row').or(page.getByRole('article'))

/** Opens the menu beside the title, which has all buttons of the panel except the primary one. */
export const openHeadMenu = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^More for / })
    .first()
    .click()

/** The nav with its items; on a phone it is opened first. */
export async function openNav(page: Page): Promise<Locator> {
  const burger = page.getByRole('button', { name: 'Open menu' })
  if (isPhone(page)) await burger.click()
  return page.getByRole('navigation', { name: 'Main' })
}

export async function openPanel(page: Page, title: string): Promise<void> {
  const nav = await openNav(page)
  await nav.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export async function openAccountMenu(page: Page): Promise<Locator> {
  // A menu that is still closing would be closed by this click.
  await expect(page.getByRole('menu')).toBeHidden()
  await page.getByRole('button', { name: /^Hi, / }).click()
  return page.getByRole('menu')
}

export async function logOut(page: Page): Promise<void> {
  const menu = await openAccountMenu(page)
  await menu.getByRole('menuitem', { name: 'Logout?' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}
