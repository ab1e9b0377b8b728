import type { Page } from '@playwright/test'
import type { Charity } from './charity.ts'
import { callAs } from './money.ts'

export const PAYMENTS = '/dashboard?menu=payments'
const NAMES = ['Ahero Girls', 'Bondo Boys', 'Chavakali High', 'Dago School']

type Changes = { names?: string[]; account_name?: string; last?: { number: string } }

/**
 * Four schools: by bank, by a new account, by Paybill with a word, and without an account unless `last` gives one. Two
 * students have the same admission number.
 */
export async function openTerm(charity: Charity, { names = NAMES, account_name, last }: Changes = {}) {
  const grace = await charity.addUser({ role_id: 3, first_name: 'Grace', last_name: 'Wambui' })
  const joseph = await charity.addUser({ role_id: 2, first_name: 'Joseph', last_name: 'Mutiso' })
  const officer = await charity.addUser({ role_id: 4, first_name: 'Brian', last_name: 'Ochieng' })
  const [ahero = 0, bondo = 0, chavakali = 0, dago = 0] = await inTurn(names, (name) =>
    charity.addSchool(name),
  )
  const at = (school_id: number, name: string, admission_no: string | null) => ({
    school_id,
    name,
    admission_no,
    liaison_id: officer.id,
  })
  const ids = await charity.addStudents([
    at(ahero, 'Achieng Ouma', '0420'),
    at(ahero, 'Akinyi Owuor', '4471'),
    at(ahero, 'Awino Odera', '4471'),
    at(bondo, 'Barasa Wekesa', '5108'),
    at(chavakali, 'Cherono Langat', null),
    at(dago, 'Dennis Mutua', '7001'),
    at(ahero, 'Esther Mumbua', '4480'),
  ])
  const of = (...places: number[]) => places.map((place) => ids[place] ?? 0)
  await charity.addReceipts([{ student_id: ids[0] ?? 0, year: '2026', term: 'Term 1' }])
  await charity.giveFees({
    year: '2026',
    term: 'Term 1',
    set_by: joseph.id,
    schools: [
      {
        school_id: ahero,
        students: of(0, 1, 2),
        to_school: 20_000,
        account: { number: '0102447193', ...(account_name && { account_name }) },
      },
      {
        school_id: bondo,
        students: of(3),
        to_school: 15_000,
        account: { number: '0510293188402' },
        isChecked: false,
      },
      {
        school_id: chavakali,
        students: of(4),
        to_school: 12_000,
        account: { business_number: '522533', word: 'FEES' },
      },
      { school_id: dago, students: of(5), to_school: 9_000, ...(last && { account: last }) },
    ],
  })
  return { grace, joseph, officer, ids, schools: [ahero, bondo, chavakali, dago] }
}

async function inTurn<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) results.push(await work(item))
  return results
}

/** Prepares the payment of Term 1, 2026, and sends it for approval, as the signed-in user of a page. */
export async function sendPayment(page: Page): Promise<void> {
  const idOf = async (path: string, name: string) => {
    const { data } = await callAs(page, 'GET', path)
    return (data as Record<string, unknown>[]).find((each) => Object.values(each).includes(name))?.['id']
  }
  const [year_id, term_id] = [await idOf('/api/years', '2026'), await idOf('/api/terms', 'Term 1')]
  await callAs(page, 'POST', '/api/payments', { year_id, term_id })
  await callAs(page, 'POST', '/api/payments/1/ready')
}
