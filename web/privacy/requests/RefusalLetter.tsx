import { dayOf } from '#contract/base/days.ts'
import type { RightsRequest } from '#contract/privacy/requests.ts'
import { charity } from '../../ui/charity.ts'
import { PrintedPages } from '../../ui/print/PrintedPages.tsx'
import { useNotePrint } from '../accesses/useNotePrint.ts'
import { type Language, languages, PaperLetter } from '../PaperLetter.tsx'
import { type Refusal, refusalLanguages, refusalLetter } from './refusalWords.ts'

type RefusalLetterProps = { language: Language; refusal: Omit<Refusal, 'charity'> }

/** The letter of a refusal in one language, as it is printed. */
export const RefusalLetter = ({ language, refusal }: RefusalLetterProps) => (
  <PaperLetter
    language={language}
    paragraphs={refusalLetter(refusalLanguages[language], { ...refusal, charity: charity.name })}
  />
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
