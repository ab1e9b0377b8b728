import type { Page } from '@playwright/test'
import { isPhone } from './isPhone.ts'

/** Opens the menu beside the title, where a phone has all buttons of a panel but the primary one. */
export async function openHeadMenu(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: /^More for / }).click()
}
