import { expect, type Page } from '@playwright/test'

/** Adds a school to the first cluster by the page's own call, as the signed-in user; answers its id. */
export async function addSchool(page: Page, school: string): Promise<number> {
  const { status, id } = await page.evaluate(
    async (body) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = {
        'Content-Type': 'application/json',
        'X-Requested-With': 'XMLHttpRequest',
        'X-XSRF-TOKEN': decodeURIComponent(token),
      }
      const answer = await fetch('/api/schools', { method: 'POST', headers, body })
      const { data } = (await answer.json()) as { data?: { id: number } }
      return { status: answer.status, id: data?.id ?? 0 }
    },
    JSON.stringify({ school, cluster_id: 1 }),
  )
  expect(status).toBe(200)
  return id
}
