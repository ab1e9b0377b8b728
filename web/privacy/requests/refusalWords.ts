import { type DayLanguage, dayInWords } from '#contract/base/days.ts'
import type { RefusalGround, RequestKind, RightsRequest } from '#contract/privacy/requests.ts'
import type { Language, LetterParagraph } from '../PaperLetter.tsx'

/**
 * The words of the letter in one language. They never confirm that a child is registered. The server checks that the typed reason
 * does not either, if the person could not show who they are or is no relation; a parent may read more.
 */
export type RefusalWords = {
  code: DayLanguage
  title: (day: string) => string
  dear: (name: string) => string
  asked: Record<RequestKind, string>
  said: (words: string) => string
  refused: string
  why: string
  /** Printed before the typed reason on both pages, if staff wrote none in Swahili. It speaks of records in general. */
  ground: Record<RefusalGround, string>
  next: string
  signature: string
}

const english: RefusalWords = {
  code: 'en',
  title: (day) => `Your request of ${day}`,
  dear: (name) => `Dear ${name},`,
  asked: {
    access: 'You asked us to show you a record.',
    correction: 'You asked us to correct a record.',
    erasure: 'You asked us to remove a record.',
    restriction: 'You asked us to stop the use of a record, or of a part of it.',
    copy: 'You asked us for a copy of a record.',
  },
  said: (words) => `You wrote or said: “${words}”`,
  refused: 'We have not done this.',
  why: 'The reason:',
  ground: {
    identity: 'You could not prove who you are.',
    relation: 'Only a parent, a guardian or the student can ask for this.',
    law: 'The law requires us to keep records of this kind.',
    others: 'If we did this, we would show information about another person.',
    other: '',
  },
  next: 'If this changes, you can ask again. You can also complain to the Office of the Data Protection Commissioner in Nairobi.',
  signature: 'Signature',
}

const swahili: RefusalWords = {
  code: 'sw',
  title: (day) => `Ombi lako la tarehe ${day}`,
  dear: (name) => `Mpendwa ${name},`,
  asked: {
    access: 'Ulituomba tukuonyeshe kumbukumbu.',
    correction: 'Ulituomba turekebishe kumbukumbu.',
    erasure: 'Ulituomba tufute kumbukumbu.',
    restriction: 'Ulituomba tusitishe matumizi ya kumbukumbu, au ya sehemu yake.',
    copy: 'Ulituomba nakala ya kumbukumbu.',
  },
  said: (words) => `Uliandika au ulisema: “${words}”`,
  refused: 'Hatukutimiza ombi hili.',
  why: 'Sababu:',
  ground: {
    identity: 'Hukuweza kuthibitisha utambulisho wako.',
    relation: 'Ni mzazi, mlezi au mwanafunzi mwenyewe pekee anayeweza kuomba hili.',
    law: 'Sheria inatutaka tuhifadhi kumbukumbu za aina hii.',
    others: 'Kama tungefanya hivyo, tungeonyesha taarifa za mtu mwingine.',
    other: '',
  },
  next: 'Hali hii ikibadilika, unaweza kuomba tena. Unaweza pia kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data, Nairobi.',
  signature: 'Sahihi',
}

/** The letter of a refusal has a page in each language. */
export const refusalLanguages: Record<Language, RefusalWords> = { English: english, Kiswahili: swahili }

export type Refusal = Pick<
  RightsRequest,
  'kind' | 'asked_by' | 'asked_on' | 'words' | 'ground' | 'reason' | 'reason_sw'
> & {
  charity: string
  /** The day of the letter. */
  on: string
  signed_by: string
}

/** The letter of a refusal, from its head to its signature. */
export const refusalLetter = (words: RefusalWords, refusal: Refusal): LetterParagraph[] => [
  { text: refusal.charity, style: 'bold' },
  { text: dayInWords(refusal.on, words.code) },
  { text: refusal.asked_by },
  // The address of the person, which Elimu does not store.
  { text: '', style: 'line' },
  { text: '', style: 'line' },
  { text: words.title(dayInWords(refusal.asked_on, words.code)), style: 'bold' },
  { text: words.dear(refusal.asked_by) },
  { text: `${words.asked[refusal.kind]} ${words.said(refusal.words)}` },
  { text: words.refused },
  { text: words.why },
  ...reasonIn(words, refusal).map((text) => ({ text })),
  { text: words.next },
  { text: words.signature, style: 'signature' },
  { text: refusal.signed_by },
]

/** A text in English in a letter in Swahili. */
export const notTranslated = (text: string) => `(haijatafsiriwa / not translated)\n${text}`

function reasonIn({ code, ground }: RefusalWords, refusal: Refusal): string[] {
  const { reason, reason_sw } = refusal
  const typed = reason ?? ''
  // The pages say the same: with a reason in Swahili, both print only what was typed.
  if (reason_sw) return [code === 'en' ? typed : reason_sw]
  const stock = ground[refusal.ground ?? 'other']
  return [...(stock ? [stock] : []), code === 'en' ? typed : notTranslated(typed)]
}
