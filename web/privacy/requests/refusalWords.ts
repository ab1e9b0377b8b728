import { formatDay } from '#contract/base/days.ts'
import type { RefusalGround, RequestKind, RightsRequest } from '#contract/privacy/requests.ts'

/** The words of the letter in one language. */
type RefusalWords = {
  title: (day: string) => string
  dear: (name: string) => string
  asked: Record<RequestKind, (student: string) => string>
  refused: string
  why: string
  ground: Record<RefusalGround, string>
  next: string
}

const english: RefusalWords = {
  title: (day) => `Your request of ${day}`,
  dear: (name) => `Dear ${name},`,
  asked: {
    access: (student) => `You asked us to show you the record of ${student}.`,
    correction: (student) => `You asked us to correct the record of ${student}.`,
    erasure: (student) => `You asked us to remove the record of ${student}.`,
    restriction: (student) => `You asked us to stop the use of the record of ${student}, or of a part of it.`,
    copy: (student) => `You asked us for a copy of the record of ${student}.`,
  },
  refused: 'We have not done this.',
  why: 'The reason:',
  // The words below it say it in English.
  ground: { identity: '', relation: '', law: '', others: '', other: '' },
  next: 'If this changes, you can ask again. You can also complain to the Office of the Data Protection Commissioner in Nairobi.',
}

const swahili: RefusalWords = {
  title: (day) => `Ombi lako la tarehe ${day}`,
  dear: (name) => `Mpendwa ${name},`,
  asked: {
    access: (student) => `Ulituomba tukuonyeshe kumbukumbu za ${student}.`,
    correction: (student) => `Ulituomba turekebishe kumbukumbu za ${student}.`,
    erasure: (student) => `Ulituomba tufute kumbukumbu za ${student}.`,
    restriction: (student) => `Ulituomba tusitishe matumizi ya kumbukumbu za ${student}, au ya sehemu yake.`,
    copy: (student) => `Ulituomba nakala ya kumbukumbu za ${student}.`,
  },
  refused: 'Hatukutimiza ombi hili.',
  why: 'Sababu:',
  ground: {
    identity: 'Hukuweza kuthibitisha utambulisho wako.',
    relation: 'Ni mzazi, mlezi au mwanafunzi mwenyewe pekee anayeweza kuomba hili.',
    law: 'Sheria inatutaka tuhifadhi kumbukumbu hizi.',
    others: 'Kumbukumbu hizi zingeonyesha taarifa za mtu mwingine.',
    other: '',
  },
  next: 'Hali hii ikibadilika, unaweza kuomba tena. Unaweza pia kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data, Nairobi.',
}

/** The letter of a refusal has a page in each language. */
export const refusalLanguages = { English: english, Kiswahili: swahili }

export type Refusal = Pick<
  RightsRequest,
  'kind' | 'asked_by' | 'asked_on' | 'student' | 'ground' | 'reason'
> & {
  charity: string
  /** The day of the letter. */
  on: string
  signed_by: string
}

type LetterParagraph = { text: string; isBold?: boolean }

/** The letter of a refusal, from its head to its signature. */
export const refusalLetter = (words: RefusalWords, refusal: Refusal): LetterParagraph[] =>
  [
    { text: refusal.charity, isBold: true },
    { text: formatDay(refusal.on) },
    { text: words.title(formatDay(refusal.asked_on)), isBold: true },
    { text: words.dear(refusal.asked_by) },
    { text: words.asked[refusal.kind](refusal.student) },
    { text: words.refused },
    { text: words.why },
    { text: words.ground[refusal.ground ?? 'other'] },
    { text: refusal.reason ?? '' },
    { text: words.next },
    { text: refusal.signed_by },
  ].filter(({ text }) => text !== '')
