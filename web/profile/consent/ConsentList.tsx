import { Group } from '@mantine/core'
import { IconFileTypePdf, IconFileX, IconPhoto } from '@tabler/icons-react'
import { type PurposeState, purposes } from '#contract/privacy/consentStates.ts'
import type { Consent } from '#contract/privacy/consents.ts'
import { canVoidConsents } from '#contract/permissions.ts'
import type { Student } from '#contract/students/students.ts'
import { childWords, documentOf, giverOf } from '../../privacy/consents/consentBadges.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { PdfLink } from '../PdfLink.tsx'
import classes from './ConsentCard.module.css'
import { answersOf, endNote } from './consentLines.ts'

type ConsentListProps = {
  student: Student
  /** Of each purpose, today. */
  states: PurposeState[]
  consents: Consent[]
  /** Undefined if nothing may be changed. */
  onVoid: ((consent: Consent) => void) | undefined
}

/** Documents of a family, each with its answers. */
export function ConsentList({ student, states, consents, onVoid }: ConsentListProps) {
  const { role } = useSessionUser()
  const isInForce = ({ id }: Consent) => states.some(({ by }) => by.some((each) => each.consent_id === id))
  return (
    <ul className={`el-ruled el-ui ${classes.list}`}>
      {consents.map((consent) => (
        <Group key={consent.id} component="li" gap={8} wrap="nowrap" align="flex-start" py={10}>
          <div className="el-grow">
            <p>
              <b className="el-strong">{giverOf(consent)}</b>: {answersOf(consent)}{' '}
              {childWords(student.name, consent, purposes)}
            </p>
            <p className="el-ink-2 el-numbers">
              {documentOf(consent)}
              {consent.witness && `, witness ${consent.witness}`}. Recorded by {consent.recorded_by},{' '}
              {formatDate(consent.recorded_at)}. {explanationOf(consent)}
            </p>
            {isInForce(consent) && <p className="el-ink-2">{endNote(student, consent)}</p>}
            {consent.void && (
              <p>
                Void: {consent.void.reason}{' '}
                <span className="el-ink-2">
                  {consent.void.by}, {formatDate(consent.void.at)}
                </span>
              </p>
            )}
            {consent.form && (
              <PdfLink
                href={consent.form.path}
                icon={consent.form.type === 'application/pdf' ? IconFileTypePdf : IconPhoto}
              >
                Signed form
              </PdfLink>
            )}
          </div>
          {isInForce(consent) && onVoid && canVoidConsents(role) && (
            <IconButton
              icon={IconFileX}
              label={`Mark as void: ${documentOf(consent)}`}
              onClick={() => onVoid(consent)}
            />
          )}
        </Group>
      ))}
    </ul>
  )
}

/** Which notice was shown, who explained it, and where. */
function explanationOf({ notice_version, explained_by, place }: Consent): string {
  const how = [explained_by && `by ${explained_by}`, place && `in ${place}`].filter(Boolean).join(' ')
  const words = [notice_version && `Privacy notice ${notice_version}.`, how && `Explained ${how}.`]
  return words.filter(Boolean).join(' ')
}
