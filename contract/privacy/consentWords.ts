import { type Giver, type Purpose, type SharedPurpose, sharedPurposes } from './consentStates.ts'

/** How many days ahead hiding data without consent must be planned, so that families can be asked first. */
export const HOLD_DAYS = 30

export const purposeWords: Record<Purpose, { title: string; short: string; question: string }> = {
  register: {
    title: 'Record',
    short: 'Keep the child’s record',
    question: 'Keep the child’s record in Elimu',
  },
  profile: {
    title: 'Profile',
    short: 'Age, school and family',
    question:
      'The supporter reads about the child: name, age, school, family, ambition, languages and background',
  },
  progress: {
    title: 'Progress',
    short: 'Report cards, costs and comments',
    question: 'Report cards, costs and comments go to the supporter',
  },
  pictures: {
    title: 'Pictures',
    short: 'To the supporter',
    question: 'The supporter sees pictures of the child',
  },
  videos: {
    title: 'Videos',
    short: 'To the supporter',
    question: 'The supporter sees videos of the child',
  },
  abroad: {
    title: 'Abroad',
    short: 'To a supporter outside Kenya',
    question: 'The supporter may live outside Kenya',
  },
  publication: {
    title: 'Publication',
    short: 'Outside Elimu',
    question: 'The child’s story or picture is used outside Elimu',
  },
}

export const stateWords = {
  given: 'Given',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
  not_recorded: 'Not recorded',
} as const

export const giverWords: Record<Giver, string> = {
  mother: 'Mother',
  father: 'Father',
  guardian: 'Guardian',
  student: 'Student',
}

export const howWords = { signed: 'Signed form', thumbprint: 'Thumbprint', spoken: 'Spoken' } as const
export type ConsentHow = keyof typeof howWords
/** The state of an active student over the counted purposes: the first that applies. */
export const studentConsents = {
  not_recorded: 'Not recorded',
  ended: 'Ended',
  some_refused: 'Some refused',
  full: 'Full',
} as const
export type StudentConsent = keyof typeof studentConsents
export const gateModes = { count: 'Show and count', hold: 'Hide until recorded' } as const
export type GateMode = keyof typeof gateModes

export const consentMessages = {
  saved: 'Consent saved.',
  voided: 'Consent marked as void.',
  gateSaved: 'Saved.',
  letterWritten: 'The request is sent.',
  letterWaits: 'The request waits in the outbox.',
  giverRequired: 'Choose who gives the consent',
  howRequired: 'Choose how the consent was given',
  witnessRequired: 'Witness cannot be empty for a thumbprint or spoken consent',
  witnessFullName: 'Witness needs a first and a last name',
  witnessIsGiver: 'Witness must be somebody other than who gives the consent',
  contactRequired: 'Contact cannot be empty: each form says whom to call and where to write',
  contactLacks: ({ telephone, address }: { telephone: boolean; address: boolean }) => {
    const parts = [
      ...(telephone ? ['telephone number, such as 0700 000 000'] : []),
      ...(address ? ['address, such as P.O. Box 12, Kisumu'] : []),
    ]
    return `Contact has no ${parts.join(', and no ')}`
  },
  formRequired: 'Please Select the Signed Form for upload',
  givenAhead: 'Date cannot be after today',
  givenBeforeBirth: 'Date cannot be before the Date of Birth',
  studentTooYoung: 'The student gives consent from the 18th birthday on',
  studentOfAge: 'From the 18th birthday on only the student gives consent',
  untilTooEarly: 'Until cannot be before Date',
  untilTooLate: 'Until cannot be after the day before the 18th birthday',
  answerRequired: 'Answer at least one question',
  childTooYoung: 'The child answers from 12 years on',
  reasonRequired: 'Reason cannot be empty',
  voidAlready: 'This consent is void already',
  /** The reasons for closing a request that a No had created. */
  requestVoid: 'The consent that asked for this was recorded by mistake, and is void.',
  requestTakenBack: 'A later consent says Yes to keeping the record.',
  fromRequired: 'From cannot be empty',
  fromTooEarly: (first: string) => `From must be at least ${HOLD_DAYS} days from today: ${first} or later`,
  letterRequired: 'Text cannot be empty',
  nothingToDelete: 'Nothing of this student was withdrawn from this supporter',
  isDisabled: 'The supporter’s account is disabled',
} as const

/** The fields of a consent in a student's history. */
export const consentLabels = {
  name: 'Name of who answered',
  given_by: 'Given by',
  how: 'How',
  witness: 'Witness',
  notice_version: 'Notice version',
  explained_by: 'Explained by',
  place: 'Place',
  given_on: 'Date',
  until: 'Until',
  form: 'Form',
  reason: 'Reason',
  erasure_on: 'Asked for erasure on',
}

/** The first word of a name, which sentences use for a child. */
export const firstName = (name: string) => name.split(' ', 1)[0] ?? name

const sharedWords: Record<SharedPurpose, string[]> = {
  profile: ['personal facts'],
  progress: ['report cards', 'costs'],
  pictures: ['pictures'],
  videos: ['videos'],
}

/** `report cards, costs and pictures` */
export function wordsOf(shared: readonly SharedPurpose[]): string {
  const words = sharedPurposes.filter((each) => shared.includes(each)).flatMap((each) => sharedWords[each])
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** Shown instead of hidden data: `Pictures and videos of Achieng are not shared at present.` It never says why. */
export const notSharedSentence = (name: string, hidden: readonly SharedPurpose[]) =>
  `${sentence(wordsOf(hidden))} of ${firstName(name)} are not shared at present.`

/** What a supporter sees: `Margaret Ellison sees report cards, costs and videos. Pictures are hidden.` */
export function supporterSees(supporter: string, shared: readonly SharedPurpose[]): string {
  const hidden = sharedPurposes.filter((purpose) => !shared.includes(purpose))
  if (shared.length === 0)
    return `${supporter} sees no personal facts, report cards, costs, pictures or videos.`
  const sees = `${supporter} sees ${wordsOf(shared)}.`
  return hidden.length === 0 ? sees : `${sees} ${sentence(wordsOf(hidden))} are hidden.`
}
