import type { Page } from '@playwright/test'

/** Whether a page is as narrow as those that get cards and a burger menu. */
export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768
