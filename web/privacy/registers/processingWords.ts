import { DRAFT_DAYS } from '#contract/drafts.ts'
import { ACCESS_MONTHS } from '#contract/privacy/accesses.ts'
import { livesInKenya, type Purpose, purposes } from '#contract/privacy/consentStates.ts'
import { consentLabels, purposeWords } from '#contract/privacy/consentWords.ts'
import { ERASURE_WAIT_DAYS } from '#contract/privacy/erasure.ts'
import type { Processing } from '#contract/privacy/processing.ts'
import { receiptLabels } from '#contract/records/receipts.ts'
import { reportCardLabels } from '#contract/records/reportCards.ts'
import { studentFields } from '#contract/students/students.ts'
import { userFields } from '#contract/users.ts'
import { plural } from '../../ui/plural.ts'

type Activity = { title: string; facts: [word: string, value: string][] }

const labels = (list: object) => [...new Set(Object.values(list))].join(', ')

const allFields = Object.values(studentFields)
const sharedLabels = (purpose: Purpose) =>
  allFields.filter(({ sharedUnder }) => sharedUnder === purpose).map(({ label }) => label)

const dataOf: Record<Purpose, string> = {
  register: allFields.map(({ label }) => label).join(', '),
  profile: sharedLabels('profile').join(', '),
  progress: `${sharedLabels('progress').join(', ')}; report cards and receipts with their papers`,
  pictures: 'Pictures with title and description',
  videos: 'Videos with title and description',
  abroad: 'What the supporter sees by the purposes above',
  publication: 'Nothing. Elimu records the answer only, and publishes nothing.',
}

const staffWords = ({ staff }: Processing) => `Staff of the charity (${plural(staff, 'account')})`

function recipientsOf(purpose: Purpose, processing: Processing): string {
  if (purpose === 'register') return staffWords(processing)
  if (purpose === 'publication') return 'Nobody'
  if (purpose === 'abroad') return countryWords(processing)
  return 'The child’s supporter, unless the family says No'
}

function countryWords({ countries }: Processing): string {
  const abroad = countries.filter(({ country }) => !livesInKenya(country))
  if (abroad.length === 0) return 'No supporter with students lives outside Kenya'
  const named = abroad.map(({ country, supporters }) => `${country ?? 'a country not known'} (${supporters})`)
  return `Supporters in ${named.join(', ')}`
}

/** Each purpose with the kinds of data and the recipients, then the data about others. */
export const activities = (processing: Processing): Activity[] => [
  ...purposes.map((purpose): Activity => {
    const { title, question } = purposeWords[purpose]
    return {
      title,
      facts: [
        ['Purpose', question],
        ['Whose data', plural(processing.students, 'student')],
        ['Data', dataOf[purpose]],
        ['Recipients', recipientsOf(purpose, processing)],
        ['Ground', 'Consent of the parent or guardian, from 18 years on of the student'],
      ],
    }
  }),
  {
    title: 'Report cards and receipts',
    facts: [
      ['Purpose', 'To follow the child’s schooling, and to account for its costs'],
      ['Data', [labels(reportCardLabels), labels(receiptLabels)].join('; ')],
      ['Recipients', `${staffWords(processing)}; the supporter, by the purpose Progress`],
    ],
  },
  {
    title: 'Families’ answers and requests',
    facts: [
      ['Purpose', 'To prove consent, and to answer requests in time'],
      ['Data', `${labels(consentLabels)}; requests with their words and letter`],
      ['Recipients', staffWords(processing)],
    ],
  },
  {
    title: 'Accounts',
    facts: [
      ['Purpose', 'To give staff and supporters access by their role'],
      ['Data', labels(Object.values(userFields).map(({ label }) => label))],
      ['Recipients', staffWords(processing)],
    ],
  },
]

export const stays = ({ retention_years, backups }: Processing): string[] => [
  retention_years === null
    ? 'Students’ records: no period is set.'
    : `Students’ records: listed for anonymising ${plural(retention_years, 'year')} after the student has left.`,
  `Anonymising removes names, texts, pictures and papers after ${ERASURE_WAIT_DAYS} days. Older backups contain the record until they are deleted. If one is restored with the newest list of anonymised records, the record is anonymised again.`,
  `Who opened or downloaded what: ${ACCESS_MONTHS} months.`,
  `Forms that are half filled in: ${DRAFT_DAYS} days.`,
  ...(backups
    ? [
        `Copies: of the last ${plural(backups.keep.days, 'day')}, ${plural(backups.keep.weeks, 'week')} and ${plural(backups.keep.months, 'month')}.`,
      ]
    : []),
]

const secondSteps: Record<Processing['second_step'], string> = {
  nobody: 'Signing in can have a second step; it is not required.',
  roles_1_to_3: 'Administrators, directors and coordinators must sign in with a second step.',
  staff: 'All staff must sign in with a second step.',
}

/** Only what the program does, or what its settings say. */
export function security(processing: Processing): string[] {
  const { are_files_online, is_https, second_step, backups } = processing
  return [
    'Each call checks the user’s role on the server; supporters see only their own students, and never what the family refused.',
    'Passwords are stored as argon2id hashes; wrong attempts are counted and limited.',
    secondSteps[second_step],
    'Exporting a record asks the user to confirm with the password or a second step.',
    'Every change is in a history with who, when and what. Who opened a record, and what left Elimu, is counted.',
    is_https ? 'Browsers reach Elimu over https only.' : 'The address of Elimu is not https.',
    `Files are stored ${are_files_online ? 'in a bucket' : 'on Elimu’s server'}, and answered only to signed-in users who may see them.`,
    backups
      ? `A copy is made every night ${backups.is_online ? 'to a bucket' : 'to a folder'}, ${backups.is_encrypted ? 'encrypted' : 'not encrypted'}.`
      : 'No nightly copies are set up.',
  ]
}
