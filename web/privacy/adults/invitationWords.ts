import { formatDay } from '#contract/base/days.ts'
import { adultOn } from '#contract/privacy/consentStates.ts'
import type { NewAdult } from '#contract/privacy/consents.ts'
import { firstName } from '#contract/privacy/consentWords.ts'
import { swahiliDay } from '../consents/paper/formWords.ts'
import type { Language, LetterParagraph } from '../PaperLetter.tsx'

export type Invitation = Pick<NewAdult, 'name' | 'dob' | 'liaison'> & {
  charity: string
  /** The day of the letter. */
  on: string
  signed_by: string
}

/** `Turns 18 on 12 Dec 2026`, `Turned 18 on 3 Nov 2026` */
export const turnsWords = (dob: string, today: string) =>
  `${adultOn(dob) > today ? 'Turns' : 'Turned'} 18 on ${formatDay(adultOn(dob))}`

/**
 * The letter that invites a student to give their own consent, from its head to its signature. The Swahili has not been read
 * by a native speaker yet: have it read before a letter is used.
 */
export function invitation(
  language: Language,
  { name, dob, liaison, ...letter }: Invitation,
): LetterParagraph[] {
  const { charity, on, signed_by } = letter
  const birthday = adultOn(dob)
  const isAhead = birthday > on
  const paragraphs: Record<Language, LetterParagraph[]> = {
    English: [
      { text: formatDay(on) },
      { text: 'Your own consent from the age of 18', style: 'bold' },
      { text: `Dear ${firstName(name)},` },
      {
        text: isAhead
          ? `On ${formatDay(birthday)} you turn 18. From that day on only you decide what we may record about you and share with your supporter. The answers of your parent or guardian end the day before.`
          : `On ${formatDay(birthday)} you turned 18. Since that day only you decide what we may record about you and share with your supporter. The answers of your parent or guardian ended the day before.`,
      },
      {
        text: `Please read the form with ${liaison}, your liaison officer, and answer each line with Yes or No. You decide freely: a No to sharing does not change the support.`,
      },
      { text: 'What has ended is not shared until you answer. You can change your answers at any time.' },
    ],
    Kiswahili: [
      { text: swahiliDay(on) },
      { text: 'Ridhaa yako mwenyewe kuanzia miaka 18', style: 'bold' },
      { text: `Mpendwa ${firstName(name)},` },
      {
        text: isAhead
          ? `Tarehe ${swahiliDay(birthday)} utatimiza miaka 18. Kuanzia siku hiyo ni wewe pekee unayeamua tunachoweza kuhifadhi kukuhusu na kumwonyesha mfadhili wako. Majibu ya mzazi au mlezi wako yataisha siku moja kabla.`
          : `Tarehe ${swahiliDay(birthday)} ulitimiza miaka 18. Tangu siku hiyo ni wewe pekee unayeamua tunachoweza kuhifadhi kukuhusu na kumwonyesha mfadhili wako. Majibu ya mzazi au mlezi wako yaliisha siku moja kabla.`,
      },
      {
        text: `Tafadhali soma fomu pamoja na ${liaison}, afisa wetu, na ujibu Ndiyo au Hapana katika kila mstari. Unaamua kwa hiari yako: ukikataa kumwonyesha mfadhili, msaada hautabadilika.`,
      },
      { text: 'Yaliyoisha hayaonyeshwi hadi utakapojibu. Unaweza kubadilisha majibu yako wakati wowote.' },
    ],
  }
  return [{ text: charity, style: 'bold' }, ...paragraphs[language], { text: signed_by }]
}
