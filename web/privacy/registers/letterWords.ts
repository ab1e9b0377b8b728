import { dayOf, formatDay } from '#contract/base/days.ts'
import { type Breach, breachDueAt, BREACH_HOURS } from '#contract/privacy/breaches.ts'
import { formatDateTime } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'
import { swahiliDay } from '../consents/paper/formWords.ts'
import { notTranslated } from '../requests/refusalWords.ts'

export type LetterFacts = {
  breach: Breach
  charity: string
  contact: string | null
  signed_by: string
  now: Date
}

const BLANK = '……………………………………'

/** The facts that section 43 of the Data Protection Act requires in a notice to the commissioner. */
export function commissionerLetter({ breach, charity, contact, signed_by, now }: LetterFacts): string[] {
  const { students, anonymised, done, known_at } = breach
  const children = students.length + anonymised
  const isLate = now > breachDueAt(known_at)
  return [
    charity,
    ...(contact ? [contact] : []),
    formatDay(dayOf(now)),
    'To the Office of the Data Protection Commissioner, Nairobi',
    'Notification of a personal data breach (Data Protection Act, section 43)',
    `What happened, on ${formatDay(breach.happened_on)}: ${breach.what}`,
    `We have known of it since ${formatDateTime(known_at)}. It was noticed by ${breach.noticed_by}.`,
    ...(isLate ? [`We write later than ${BREACH_HOURS} hours after that, because: ${BLANK}`] : []),
    `The data: ${breach.data}`,
    children === 0
      ? 'We do not know yet which children it concerns.'
      : `It concerns ${children === 1 ? '1 child' : `${children} children`} whose schooling we support.`,
    `What we have done: ${done ?? BLANK}`,
    familiesSentence(breach),
    signed_by,
  ]
}

function familiesSentence({ families_on, reason }: Breach): string {
  if (families_on) return `We told the families in writing on ${formatDay(families_on)}.`
  if (reason) return `We have not told the families. The reason: ${reason}`
  return 'We will tell the families in writing, and what they can do.'
}

type FamilyWords = {
  day: (day: string) => string
  /** Quotes what staff wrote in English. */
  quoted: (text: string) => string
  title: string
  dear: (child: string | undefined) => string
  opening: string
  what: (day: string) => string
  data: string
  done: string
  advice: string
  sorry: string
  complain: string
}

const english: FamilyWords = {
  day: formatDay,
  quoted: (text) => ` ${text}`,
  title: 'Data about your child',
  dear: (child) => `Dear parent or guardian${child ? ` of ${child}` : ''},`,
  opening: 'Data about your child was lost, or reached somebody who may not see it.',
  what: (day) => `What happened, on ${day}:`,
  data: 'The data:',
  done: 'What we have done:',
  advice: 'Please tell us if anybody uses this data, or contacts you or your child about it.',
  sorry: 'We are sorry. You can ask us anything about it.',
  complain: 'You can also complain to the Office of the Data Protection Commissioner in Nairobi.',
}

const swahili: FamilyWords = {
  day: swahiliDay,
  quoted: (text) => ` ${notTranslated(text)}`,
  title: 'Taarifa za mtoto wako',
  dear: (child) => `Mpendwa mzazi au mlezi${child ? ` wa ${child}` : ''},`,
  opening: 'Taarifa za mtoto wako zilipotea, au zilimfikia mtu asiyeruhusiwa kuziona.',
  what: (day) => `Kilichotokea, tarehe ${day}:`,
  data: 'Taarifa hizo:',
  done: 'Tulichofanya:',
  advice:
    'Tafadhali tujulishe mtu yeyote akitumia taarifa hizi, au akiwasiliana nawe au na mtoto wako kuzihusu.',
  sorry: 'Tunaomba radhi. Unaweza kutuuliza lolote kuhusu jambo hili.',
  complain: 'Unaweza pia kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data, Nairobi.',
}

export const familyLanguages = { English: english, Kiswahili: swahili }
export type FamilyLanguage = keyof typeof familyLanguages

/** The letter to the family of a child; without a name, the text that users copy. */
export function familyLetter(
  language: FamilyLanguage,
  { breach, charity, contact, signed_by, now }: LetterFacts,
  child?: string,
): string[] {
  const words = familyLanguages[language]
  return [
    charity,
    ...(contact ? [contact] : []),
    words.day(dayOf(now)),
    words.title,
    words.dear(child),
    words.opening,
    words.what(words.day(breach.happened_on)) + words.quoted(breach.what),
    words.data + words.quoted(breach.data),
    words.done + (breach.done === null ? ` ${BLANK}` : words.quoted(breach.done)),
    words.advice,
    words.sorry,
    words.complain,
    signed_by,
  ]
}

/** How many letters are printed. */
export const familiesWords = (count: number) =>
  count === 0
    ? 'No child is chosen yet: the letter is printed once, without a name.'
    : `${plural(count, 'letter')} in both languages, one for each child.`
