import { dayOf, formatDay } from '#contract/base/days.ts'
import type { Notice } from '#contract/privacy/notice.ts'
import { charity } from '../../ui/charity.ts'
import { PrintedPages } from '../../ui/print/PrintedPages.tsx'
import { swahiliDay } from '../consents/paper/formWords.ts'
import classes from './notice.module.css'

/** Prints the notice, a page in each language, and closes. */
export function PrintedNotice({ notice, onPrinted }: { notice: Notice; onPrinted: () => void }) {
  const day = dayOf(new Date(notice.saved_at))
  return (
    <PrintedPages margin="20mm" onPrinted={onPrinted}>
      <article className={classes.sheet} lang="en">
        <h1>{charity.name}: privacy notice</h1>
        <p>
          Version {notice.version}, {formatDay(day)}
        </p>
        <Text>{notice.en}</Text>
      </article>
      <article className={classes.sheet} lang="sw">
        <h1>{charity.name}: taarifa ya faragha</h1>
        <p>
          Toleo {notice.version}, {swahiliDay(day)}
        </p>
        <Text>{notice.sw}</Text>
      </article>
    </PrintedPages>
  )
}

/** Paragraphs are separated by an empty line. */
const Text = ({ children }: { children: string }) =>
  children.split(/\n{2,}/).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
