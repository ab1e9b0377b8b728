import { dayOf } from '#contract/base/days.ts'
import { namesOf } from '#contract/base/fields.ts'
import type { RightsRequest } from '#contract/privacy/requests.ts'
import { charity } from '../../ui/charity.ts'
import { PrintedPages } from '../../ui/print/PrintedPages.tsx'
import { useNotePrint } from '../accesses/useNotePrint.ts'
import { type Refusal, refusalLanguages, refusalLetter } from './refusalWords.ts'
import classes from './RefusalLetter.module.css'

export type Language = keyof typeof refusalLanguages
export const languages = namesOf(refusalLanguages)

type RefusalLetterProps = { language: Language; refusal: Omit<Refusal, 'charity'> }

/** The letter of a refusal in one language, as it is printed. */
export const RefusalLetter = ({ language, refusal }: RefusalLetterProps) => (
  <article className={classes.letter} lang={language === 'English' ? 'en' : 'sw'}>
    {refusalLetter(refusalLanguages[language], { ...refusal, charity: charity.name }).map(
      ({ text, style }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} data-style={style}>
          {text}
        </p>
      ),
    )}
  </article>
)

type PrintedRefusalProps = { request: RightsRequest; onPrinted: () => void }

/** Prints the letter of a refused request, a page in each language, and closes. */
export function PrintedRefusal({ request, onPrinted }: PrintedRefusalProps) {
  useNotePrint(request.student_id, 'Letter of refusal')
  const refusal = {
    ...request,
    on: dayOf(new Date(request.closed_at ?? '')),
    signed_by: request.decided_by ?? '',
  }
  return (
    <PrintedPages margin="25mm" onPrinted={onPrinted}>
      {languages.map((language) => (
        <RefusalLetter key={language} language={language} refusal={refusal} />
      ))}
    </PrintedPages>
  )
}
