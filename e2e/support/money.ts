import { expect, type Page } from '@playwright/test'
import type { Charity, Person } from './charity.ts'

/** Makes a call as the signed-in user of a page, beside the page. */
export async function callAs(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<{ data: unknown }> {
  const { cookies } = await page.context().storageState()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-Requested-With': 'XMLHttpRequest', 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as { data: unknown }
}

const PLAN = [30_000, 20_000, 10_000]

/**
 * Two schools. Achieng and Barasa are in a class with a plan of 60,000 a year: for Achieng a supporter and a bursary promise
 * 12,000 and 1,000 a term, for Barasa the bursary promises 24,000. Dennis has no plan, and Esther has no class. The
 * officer has Achieng and Dennis. Signs a coordinator in.
 */
export async function givenFunding(
  { charity, page, signIn }: { charity: Charity; page: Page; signIn: (person: Person) => Promise<void> },
  { year }: { year: string },
) {
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const other = await charity.addUser({ role_id: 4, first_name: 'Lydia', last_name: 'Chebet' })
  const supporter = await charity.addUser({ role_id: 5, first_name: 'Anna', last_name: 'Keller' })
  const coordinator = await charity.addUser({ role_id: 3, first_name: 'Grace', last_name: 'Wambui' })
  const nyando = await charity.addSchool('Nyando Girls High School', 'Kisumu')
  const kyangala = await charity.addSchool('Kyangala Senior School', 'Machakos')
  const [achieng = 0, barasa = 0, dennis = 0, esther = 0] = await charity.addStudents([
    { name: 'Achieng Ouma', school_id: nyando, liaison_id: officer.id, supporter_id: supporter.id },
    { name: 'Barasa Wekesa', school_id: nyando, liaison_id: other.id },
    { name: 'Dennis Mutiso', school_id: kyangala, liaison_id: officer.id },
    { name: 'Esther Mumbua', school_id: kyangala, liaison_id: other.id },
  ])
  const receipt = { term: 'Term 1', year, class: 'Form 1', entered_by: officer.id }
  await charity.addReceipts(
    [achieng, barasa, dennis].map((student_id) => Object.assign({ student_id }, receipt)),
  )
  await signIn(coordinator)

  const named = async (path: string, key: string, name: string) => {
    const { data } = await callAs(page, 'GET', path)
    return (data as ({ id: number } & Record<string, unknown>)[]).find((each) => each[key] === name)?.id ?? 0
  }
  const year_id = await named('/api/years', 'year_name', year)
  const class_id = await named('/api/classes', 'class_name', 'Form 1')
  const terms: number[] = []
  for (const term of ['Term 1', 'Term 2', 'Term 3']) terms.push(await named('/api/terms', 'term_name', term))
  const rows = terms.map((term_id, index) => {
    const amount = PLAN[index] ?? 0
    return { school_id: nyando, class_id, term_id, amount, to_school: amount * 0.8 }
  })
  await callAs(page, 'PUT', `/api/plans?year=${year_id}`, { rows })
  const promise = (student: number, body: object) =>
    callAs(page, 'POST', `/api/students/${student}/commitments`, {
      from_year_id: year_id,
      from_term_id: terms[0],
      note: 'As agreed in January',
      ...body,
    })
  await promise(achieng, { supporter_id: supporter.id, amount: 12_000 })
  await promise(achieng, { source: 'Machakos County bursary', amount: 1_000 })
  const until = { until_year_id: year_id, until_term_id: terms[2] }
  await promise(barasa, { source: 'Machakos County bursary', amount: 24_000, ...until })
  return { officer, supporter, coordinator, achieng, barasa, dennis, esther, year_id, terms, promise }
}

/** Adds a year, if it is not registered. */
export async function addYear(page: Page, year_name: string): Promise<void> {
  const { data } = await callAs(page, 'GET', '/api/years')
  const years = data as { year_name: string }[]
  if (years.every((year) => year.year_name !== year_name))
    await callAs(page, 'POST', '/api/years', { year_name })
}
