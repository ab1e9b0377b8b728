import { namesOf } from '#contract/base/fields.ts'
import classes from './PaperLetter.module.css'

const codes = { English: 'en', Kiswahili: 'sw' } as const
export type Language = keyof typeof codes
export const languages = namesOf(codes)

/** `line` is an empty line to write on by hand; the text of a `signature` is below its line. */
export type LetterParagraph = { text: string; style?: 'bold' | 'line' | 'signature' }

type PaperLetterProps = { language: Language; paragraphs: LetterParagraph[] }

/** A letter in one language, printed on a page of its own: it begins with the charity and ends with the signer. */
export const PaperLetter = ({ language, paragraphs }: PaperLetterProps) => (
  <article className={classes.letter} lang={codes[language]}>
    {paragraphs.map(({ text, style }, index) => (
      // oxlint-disable-next-line react/no-array-index-key
      <p key={index} data-style={style}>
        {text}
      </p>
    ))}
  </article>
)
