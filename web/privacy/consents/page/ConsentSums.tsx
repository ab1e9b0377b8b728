import { IconSignature } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import type { AnswerOf } from '#contract/base/call.ts'
import type { AllCalls } from '#contract/calls.ts'
import { countedPurposes } from '#contract/privacy/consentStates.ts'
import { purposeWords } from '#contract/privacy/consentWords.ts'
import { ENDS_SOON_DAYS } from '#contract/privacy/consents.ts'
import { CountFilters } from '../../../ui/list/CountFilters.tsx'
import { StatementMark } from '../../../ui/Message.tsx'
import { listOf, plural, verb } from '../../../ui/plural.ts'
import { StatusMark } from '../../../ui/StatusBadge.tsx'
import { useAddressChange } from '../../../ui/useAddressChange.ts'
import { readConsentsAddress } from '../consentsAddress.ts'
import { studentBadges } from '../consentBadges.ts'
import classes from './page.module.css'

export type Counts = AnswerOf<AllCalls['GET /api/consents?query=counts']>['data']

const shown = ['full', 'some_refused', 'ended', 'not_recorded', 'ends_soon'] as const
const parts = ['full', 'some_refused', 'ended', 'not_recorded'] as const

const FULL_MEANS = `Full means a Yes to ${listOf(countedPurposes.map((purpose) => purposeWords[purpose].title.toLowerCase()))}.`

/** One sentence, a bar, and the counts. Pressing a count shows only those students. */
export function ConsentSums({ counts: { all } }: { counts: Counts }) {
  const { consent } = readConsentsAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  return (
    <section className="el-card el-frame" aria-label="All active students">
      <div className={classes.statement}>
        <StatementMark Icon={IconSignature} tone="primary" />
        <div>
          <h2 className="el-h1">
            {all.full} of {plural(all.students, 'student')} {verb(all.full, 'has')} full consent;{' '}
            <span>
              {all.ends_soon} {all.ends_soon === 1 ? 'ends' : 'end'} within {ENDS_SOON_DAYS} days;
            </span>{' '}
            <span>
              {all.not_recorded} {verb(all.not_recorded, 'is')} not recorded
            </span>
          </h2>
          <p className="el-ink-2">
            Active students only. {FULL_MEANS} {all.publication} said Yes to publication.
          </p>
        </div>
      </div>
      <div className={classes.bar} aria-hidden>
        {parts.map(
          (part) => all[part] > 0 && <i key={part} data-part={part} style={{ flexGrow: all[part] }} />,
        )}
      </div>
      <CountFilters
        className="el-line"
        counts={shown.map((name) => {
          const { word, ...mark } = studentBadges[name]
          return { id: name, count: all[name], word, mark: <StatusMark {...mark} /> }
        })}
        chosen={consent}
        onChoose={(name) => change({ consent: consent === name ? undefined : name })}
      />
    </section>
  )
}
