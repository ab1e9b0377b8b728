import { expect, type Locator, type Page } from '@playwright/test'

/** The button in the nav bar that says how much waits for the user. */
export const workButton = (page: Page): Locator => page.getByRole('button', { name: /^My work / })

export async function openMyWork(page: Page): Promise<Locator> {
  await workButton(page).click()
  const panel = page.getByRole('dialog', { name: 'My work' })
  await expect(panel.locator('[aria-busy="false"]')).toBeVisible()
  return panel
}

export async function expectWork(page: Page, count: number): Promise<void> {
  const word = count === 1 ? '1 thing to do' : `${count} things to do`
  const name = count === 0 ? 'nothing to do' : word
  await expect(page.getByRole('button', { name: `My work ${name}`, exact: true })).toBeVisible()
}

/** Expects this number in the panel's heading, and as many rows. */
export async function expectRows(panel: Locator, count: number): Promise<void> {
  await expect(panel.getByRole('heading', { level: 2 })).toHaveText(`My work${count}`)
  await expect(panel.getByRole('listitem')).toHaveCount(count)
}
