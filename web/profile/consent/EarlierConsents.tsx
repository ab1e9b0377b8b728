import { IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { purposes } from '#contract/privacy/consentStates.ts'
import type { Consent } from '#contract/privacy/consents.ts'
import { purposeWords } from '#contract/privacy/consentWords.ts'
import { documentOf, giverOf } from '../../privacy/consents/consentBadges.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { listOf } from '../../ui/plural.ts'
import classes from './ConsentCard.module.css'
import { PdfLink } from '../PdfLink.tsx'

/** The consents that were replaced or marked as void. */
export function EarlierConsents({ consents }: { consents: Consent[] }) {
  if (consents.length === 0) return null
  return (
    <details className={classes.earlier}>
      <summary className="el-ui">Earlier consents ({consents.length})</summary>
      <ul className="el-ruled el-ui">
        {consents.map((consent) => (
          <li key={consent.id}>
            <b className="el-strong">{giverOf(consent)}</b>
            <p className="el-ink-2 el-numbers">
              {documentOf(consent)}. {answersOf(consent)}
            </p>
            <p className="el-ink-2">
              Recorded by {consent.recorded_by}, {formatDate(consent.recorded_at)}
            </p>
            <Explained consent={consent} />
            {consent.void && (
              <p>
                Void: {consent.void.reason}{' '}
                <span className="el-ink-2">
                  {consent.void.by}, {formatDate(consent.void.at)}
                </span>
              </p>
            )}
            <FormLink consent={consent} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Which notice was shown, who explained it, and where. */
export function Explained({ consent: { notice_version, explained_by, place } }: { consent: Consent }) {
  const how = [explained_by && `by ${explained_by}`, place && `in ${place}`].filter(Boolean).join(' ')
  const words = [notice_version && `Privacy notice ${notice_version}`, how && `Explained ${how}`]
  return words.some(Boolean) && <p className="el-ink-2">{words.filter(Boolean).join('. ')}</p>
}

/** `Yes to Record and Progress. No to Pictures.` */
function answersOf({ answers }: Consent): string {
  const titles = (answer: 'yes' | 'no') =>
    listOf(
      purposes.filter((purpose) => answers[purpose] === answer).map((purpose) => purposeWords[purpose].title),
    )
  const [yes, no] = [titles('yes'), titles('no')]
  return [yes && `Yes to ${yes}.`, no && `No to ${no}.`].filter(Boolean).join(' ')
}

export const FormLink = ({ consent: { form } }: { consent: Consent }) =>
  form && (
    <PdfLink href={form.path} icon={form.type === 'application/pdf' ? IconFileTypePdf : IconPhoto}>
      Signed form
    </PdfLink>
  )
