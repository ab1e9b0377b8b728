import type { Locator, Page } from '@playwright/test'

/** What a list shows of one record: its row, or its card on a phone. */
export const entryOf = (page: Page, name: string): Locator => entries(page).filter({ hasText: name })

/** All records on the open page of a list, without the table's head. */
export const entries = (page: Page): Locator =>
  page.locator('tbody').getByRole('row').or(page.getByRole('article'))
