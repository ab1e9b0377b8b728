import { DRAFT_DAYS } from '#contract/drafts.ts'
import { commitmentLabels } from '#contract/money/commitments.ts'
import { paymentLineLabels } from '#contract/money/payments.ts'
import { ownPlanLabels } from '#contract/money/plans.ts'
import { ACCESS_MONTHS } from '#contract/privacy/accesses.ts'
import { livesInKenya, type Purpose, purposes } from '#contract/privacy/consentStates.ts'
import { consentLabels, purposeWords } from '#contract/privacy/consentWords.ts'
import { ERASURE_WAIT_DAYS } from '#contract/privacy/erasure.ts'
import { otherActivities, type Processing, type ProcessingActivity } from '#contract/privacy/processing.ts'
import { sharedList } from '#contract/privacy/sharedList.ts'
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
  publication:
    'First name, age, class, cluster and ambition of children who wait for a supporter, on a list for outside Elimu. Of stories and pictures Elimu records the answer only.',
}

const alwaysShared = sharedList
  .flatMap(({ under, items }) => (under === 'always' ? items : []))
  .map(({ words: [english] }) => english)
  .join(', ')

const staffWords = ({ staff }: Processing) => `Staff of the charity (${plural(staff, 'account')})`

function recipientsOf(purpose: Purpose, processing: Processing): string {
  if (purpose === 'register')
    return `${staffWords(processing)}; the supporter, unless the family says No: ${alwaysShared}; schools, banks and M-Pesa: see Payments to schools`
  if (purpose === 'publication') return 'Those to whom the charity gives the list. Without a Yes, nobody.'
  if (purpose === 'abroad') return countryWords(processing)
  return 'The child’s supporter, unless the family says No'
}

function countryWords({ countries }: Processing): string {
  const abroad = countries.filter(({ country }) => !livesInKenya(country))
  if (abroad.length === 0) return 'No supporter with students lives outside Kenya'
  const named = abroad.map(({ country, supporters }) => `${country ?? 'a country not known'} (${supporters})`)
  return `Supporters in ${named.join(', ')}`
}

const otherWords = (staff: string): Record<Exclude<ProcessingActivity, Purpose> | 'accounts', Activity> => ({
  records: {
    title: 'Report cards and receipts',
    facts: [
      ['Purpose', 'To follow the child’s schooling, and to account for its costs'],
      ['Data', [labels(reportCardLabels), labels(receiptLabels)].join('; ')],
      ['Recipients', `${staff}; the supporter, by the purpose Progress`],
    ],
  },
  answers: {
    title: 'Families’ answers and requests',
    facts: [
      ['Purpose', 'To prove consent, and to answer requests in time'],
      [
        'Data',
        `${labels(consentLabels)}; requests with their words and letter; restrictions, and records to be anonymised`,
      ],
      ['Recipients', `${staff}; after a No, the supporter is asked in a letter to delete what was sent`],
    ],
  },
  funding: {
    title: 'Funding',
    facts: [
      ['Purpose', 'To plan the fees, and to find and follow the money for them'],
      [
        'Data',
        `The class in a year; fees that differ from the plan: ${labels(ownPlanLabels)}; promises: ${labels(commitmentLabels)}; what came in of them`,
      ],
      ['Recipients', staff],
    ],
  },
  payments: {
    title: 'Payments to schools',
    facts: [
      ['Purpose', 'To pay the fees, and to tell the school for whom'],
      [
        'Data',
        `${labels(paymentLineLabels)}; at approval name, admission number, class and school; when it was paid, or came back and why`,
      ],
      [
        'Recipients',
        `${staff}; the school: name, admission number, class and amount, on its remittance list; M-Pesa: name, admission number and amount, if the Paybill asks for the number; the bank: the school’s sum, and no child’s name in its file`,
      ],
    ],
  },
  letters: {
    title: 'Letters to supporters',
    facts: [
      ['Purpose', 'To tell supporters about the child, and to ask for what they promised'],
      [
        'Data',
        'News of verified report cards and receipts, with their papers; the child’s first name and the amount of a promise',
      ],
      [
        'Recipients',
        'The supporter, without children who are hidden from them; news by the purpose Progress. A source that made a promise, without restricted children',
      ],
    ],
  },
  breaches: {
    title: 'Breaches and wrong recipients',
    facts: [
      ['Purpose', 'To know of lost data, and to tell those whom it concerns'],
      [
        'Data',
        'What happened, when, which data, and the children whom it concerns; what reached a wrong supporter',
      ],
      [
        'Recipients',
        `${staff}; the Data Commissioner and the families, by letter; a wrong recipient, who is asked to delete it`,
      ],
    ],
  },
  looked: {
    title: 'Who looked',
    facts: [
      ['Purpose', 'To see who opened a child’s record, and what left Elimu'],
      ['Data', 'User, child, kind of page and day; what was printed, downloaded or sent, when, and to whom'],
      ['Recipients', `${staff}; the family, in an export`],
    ],
  },
  work: {
    title: 'Changes and unfinished work',
    facts: [
      ['Purpose', 'To see who changed what, to undo an import, and to lose no half-filled form'],
      ['Data', 'Old and new values with user and time; rows of imports; forms that are half filled in'],
      ['Recipients', `${staff}; the family, the changes in an export`],
    ],
  },
  accounts: {
    title: 'Accounts',
    facts: [
      ['Purpose', 'To give staff and supporters access by their role'],
      ['Data', labels(Object.values(userFields).map(({ label }) => label))],
      ['Recipients', staff],
    ],
  },
})

/** Each purpose with the kinds of data and the recipients, then what else Elimu does, and the data about others. */
export function activities(processing: Processing): Activity[] {
  const others = otherWords(staffWords(processing))
  return [
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
    ...otherActivities.map((activity) => others[activity]),
    others.accounts,
  ]
}

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
