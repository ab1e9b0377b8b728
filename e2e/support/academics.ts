import { expect, type Locator, type Page } from '@playwright/test'
import { z } from 'zod'
import { reportCardSchema } from '#contract/records/reportCards.ts'
import { entryOf } from './screen.ts'

export const FAITH = 'Faith Atieno Odhiambo'

/** A row of a report card's marks. */
export const rowOf = (form: Locator, number: number) =>
  form.getByRole('group', { name: `Mark ${number}`, exact: true })

/** The text box, because its list of subjects has the same name. */
export const subjectIn = (row: Locator) => row.getByRole('combobox', { name: 'Subject' })

export async function openAcademics(page: Page): Promise<void> {
  await page.goto('/dashboard?menu=academics')
  await expect(entryOf(page, FAITH)).toBeVisible()
}

/** The report cards that the server returns, with their marks. */
export async function reportCardsOf(page: Page, student: number, year: string, term: string) {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  const listed = await page.request.get(`/api/reports?query=${student}`, { headers })
  const { data } = z
    .object({ data: z.array(reportCardSchema.omit({ marks: true })) })
    .parse(await listed.json())
  const ids = data.filter((report) => report.year === year && report.term === term).map(({ id }) => id)
  return Promise.all(
    ids.map(async (id) => {
      const answer = await page.request.get(`/api/reports/${id}?query=edit`, { headers })
      return z.object({ data: reportCardSchema }).parse(await answer.json()).data
    }),
  )
}
