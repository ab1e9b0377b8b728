import { ADMINISTRATOR, COORDINATOR, roleName, SUPPORTER } from '#contract/permissions.ts'
import { USER_ACTIVE, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import { DEMO_PASSWORD } from '../server/identity/passwords/passwordRules.ts'

const DIRECTOR = 2
export const LIAISON = 4

export type DemoUser = {
  first_name: string
  last_name: string
  email: string
  role_id: number
  status: number
  country?: string
}

/** The notes in the list of accounts, for those who cannot sign in. */
const NOTES: Record<number, string> = {
  [USER_NEW]: ', has no password yet',
  [USER_DISABLED]: ', disabled',
}

export const firstAdministrator = user('Wanjiku Kamau', ADMINISTRATOR, USER_ACTIVE, 'admin')

/** One account for each role and each state, to try Elimu with. */
export const demoAccounts = [
  firstAdministrator,
  user('Joseph Mutiso', DIRECTOR, USER_ACTIVE, 'director'),
  user('Achieng Odhiambo', COORDINATOR, USER_ACTIVE, 'coordinator'),
  user('Brian Kiprotich', LIAISON, USER_ACTIVE, 'liaison'),
  { ...user('Margaret Njoroge', SUPPORTER, USER_ACTIVE, 'supporter'), country: 'Kenya' },
  user('Fatuma Abdalla', LIAISON, USER_NEW, 'new'),
  user('Dennis Onyango', LIAISON, USER_DISABLED, 'disabled'),
]

const colleagues = [
  ...users(ADMINISTRATOR, USER_ACTIVE, ['Peter Kimani']),
  ...users(DIRECTOR, USER_ACTIVE, ['Esther Wambui', 'Hassan Omar']),
  ...users(COORDINATOR, USER_ACTIVE, ['Lilian Chebet', 'Moses Wekesa', 'Purity Kawira']),
  ...users(COORDINATOR, USER_DISABLED, ['Josphat Mwangi']),
  ...users(LIAISON, USER_ACTIVE, [
    'Beatrice Atieno',
    'Collins Ouma',
    'Daniel Kiptoo',
    'Eunice Moraa',
    'Halima Yusuf',
    'Jackson Lemayian',
    'Naomi Syombua',
    'Rehema Mwakio',
  ]),
  ...users(LIAISON, USER_NEW, ['Sharon Jepkosgei', 'Victor Barasa']),
]

const supporters = living([
  ...users(SUPPORTER, USER_ACTIVE, [
    'Agnes Wanjiru',
    'Alice Nyambura',
    'Anthony Muriithi',
    'Catherine Mumbua',
    'Christine Akinyi',
    'Edwin Cheruiyot',
    'Francis Gitonga',
    'George Otieno',
    'Irene Kerubo',
    'James Karanja',
    'Joyce Nekesa',
    'Julius Kosgei',
    'Kevin Omondi',
    'Mercy Wairimu',
    'Patrick Musyoka',
    'Rose Nafula',
    'Salim Bakari',
    'Stephen Ndung’u',
    'Tabitha Muthoni',
    'Zainab Noor',
  ]),
  ...users(SUPPORTER, USER_NEW, ['Gladys Jerono', 'Paul Makau']),
  ...users(SUPPORTER, USER_DISABLED, ['Simon Njuguna']),
])

export const demoUsers = [...demoAccounts, ...colleagues, ...supporters]

/** The accounts and their password, for an operator who wants to look around. */
export function describeAccounts(accounts: readonly DemoUser[]): string {
  const lines = accounts.map(({ email, role_id, status }) => {
    const role = roleName(role_id)
    return `  ${email.padEnd(24)}${role}${NOTES[status] ?? ''}`
  })
  return [`Sign in with the password ${DEMO_PASSWORD} as`, ...lines].join('\n')
}

/** Most live in Kenya; of some the country is not known. */
function living(all: DemoUser[]): DemoUser[] {
  const countries = ['Kenya', 'Kenya', 'Germany', 'Kenya', 'United Kingdom', undefined]
  return all.map((supporter, index) => {
    const country = countries[index % countries.length]
    return country ? { ...supporter, country } : supporter
  })
}

function users(role_id: number, status: number, names: string[]): DemoUser[] {
  return names.map((name) => user(name, role_id, status))
}

function user(name: string, role_id: number, status: number, mailbox = mailboxOf(name)): DemoUser {
  const [first_name = '', last_name = ''] = name.split(' ')
  return { first_name, last_name, email: `${mailbox}@demo.test`, role_id, status }
}

function mailboxOf(name: string): string {
  return name.toLowerCase().replace(' ', '.').replaceAll('’', '')
}
