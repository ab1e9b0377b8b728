import { Fragment, type ReactNode } from 'react'
import { encode } from 'uqr'
import { adultOn, lastDayOfChild, purposes } from '#contract/privacy/consentStates.ts'
import { charity } from '../../../ui/charity.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import classes from './ConsentForm.module.css'
import { answerWords, both, questions, swahiliDay, type Words } from './formWords.ts'

/** The student whom a form is about. */
export type FormStudent = {
  id: number
  name: string
  ref: string
  dob: string | null
  school: string
  liaison: string | null
}

type ConsentFormProps = { student: FormStudent; contact: string | null; today: string }

/** A page to fill in: black on white, English and Swahili, with the student's ref as text and as QR code. */
export function ConsentForm({ student, contact, today }: ConsentFormProps) {
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <div>
          <p className={classes.charity}>{charity.name}</p>
          <h1>
            <Both of={both.title} />
          </h1>
        </div>
        <div className={classes.ref}>
          <Both of={both.ref} />
          <b>{student.ref}</b>
        </div>
        <QrCode text={student.ref} />
      </header>
      <dl className={classes.child}>
        <Fact of={both.child}>{student.name}</Fact>
        <Fact of={both.dob}>{student.dob && formatDay(student.dob)}</Fact>
        <Fact of={both.school}>{student.school}</Fact>
      </dl>
      <p className={classes.lead}>
        <Both of={both.lead} isBelow />
      </p>
      <Questions />
      <h2>
        <Both of={both.giver} />
      </h2>
      <div className={classes.giver}>
        <div>
          <div className={classes.relations}>
            {both.relations.map((relation) => (
              <span key={relation[0]}>
                <Box />
                <span>
                  <Both of={relation} isBelow />
                </span>
              </span>
            ))}
          </div>
          <Lines of={[both.name, both.date]} />
          <Lines of={[both.signature, both.childSignature]} />
        </div>
        <div className={classes.thumb}>
          <Both of={both.thumb} isBelow />
        </div>
      </div>
      <h2>
        <Both of={both.witness} />{' '}
        <small>
          <Both of={both.witnessFor} />
        </small>
      </h2>
      <Lines of={[both.name, both.signature]} />
      <Notes student={student} contact={contact} today={today} />
      <footer className={classes.foot}>
        <span>
          <Both of={both.office} />
        </span>
        <span>Recorded by</span>
        <u />
        <span>Date</span>
        <u />
        <span>Printed {formatDay(today)}</span>
      </footer>
    </article>
  )
}

/** English, then Swahili beside or below it. */
const Both = ({ of: [english, swahili], isBelow = false }: { of: Words; isBelow?: boolean }) => (
  <>
    {english}
    {isBelow ? '' : ' '}
    <i lang="sw" data-below={isBelow || undefined}>
      {swahili}
    </i>
  </>
)

const Fact = ({ of, children }: { of: Words; children: ReactNode }) => (
  <div>
    <dt>
      <Both of={of} />
    </dt>
    <dd>{children}</dd>
  </div>
)

const Box = () => <span className={classes.box} />

const Lines = ({ of }: { of: Words[] }) => (
  <div className={classes.lines}>
    {of.map((words) => (
      <p key={words[0]}>
        <Both of={words} />
      </p>
    ))}
  </div>
)

const Questions = () => (
  <table className={classes.questions}>
    <thead>
      <tr>
        <th rowSpan={2}>
          <Both of={both.agree} isBelow />
        </th>
        <th colSpan={2}>
          <Both of={both.parent} isBelow />
        </th>
        <th colSpan={2}>
          <Both of={both.childFrom12} isBelow />
        </th>
      </tr>
      <tr>
        {['parent', 'child'].map((who) => (
          <Fragment key={who}>
            <th>
              <Both of={answerWords.yes} isBelow />
            </th>
            <th>
              <Both of={answerWords.no} isBelow />
            </th>
          </Fragment>
        ))}
      </tr>
    </thead>
    <tbody>
      {purposes.map((purpose, index) => (
        <tr key={purpose}>
          <td>
            <span className={classes.number}>{index + 1}</span>
            <b>
              <Both of={questions(charity.name)[purpose]} isBelow />
            </b>
          </td>
          {['parent yes', 'parent no', 'child yes', 'child no'].map((cell) => (
            <td key={cell}>
              <Box />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** A longer one would not leave the other notes their place on the page. */
const LONG_CONTACT = 160

function Notes({ student: { dob, liaison }, contact, today }: ConsentFormProps) {
  const isOfAge = dob !== null && today >= adultOn(dob)
  const who = [...(liaison ? [`${liaison}, liaison officer`] : []), charity.name].join(', or ')
  const whoSwahili = [...(liaison ? [`Afisa wetu ${liaison}`] : []), charity.name].join(', au ')
  return (
    <div className={classes.notes} data-dense={contact !== null && contact.length > LONG_CONTACT}>
      <Note of={both.until}>
        {dob === null || isOfAge
          ? both.noEnd
          : [
              `This consent ends on ${formatDay(lastDayOfChild(dob))}, the day before the child’s 18th birthday.`,
              `Ridhaa hii inaisha tarehe ${swahiliDay(lastDayOfChild(dob))}, siku moja kabla ya mtoto kutimiza miaka 18.`,
            ]}
      </Note>
      <Note of={both.withdraw}>{both.withdrawText}</Note>
      <Note of={both.contact} more={contact}>
        {[`${who}.`, `${whoSwahili}.`]}
      </Note>
      <Note of={both.rights}>{both.rightsText}</Note>
    </div>
  )
}

type NoteProps = { of: Words; children: Words; more?: string | null }

const Note = ({ of, children, more }: NoteProps) => (
  <p>
    <b>{of[0]}</b> {children[0]}
    <i lang="sw" data-below>
      <b>{of[1]}</b> {children[1]}
    </i>
    {more}
  </p>
)

/**
 * As a path, which is printed at once: a picture might not be decoded yet. From version 2 on a mark in the fourth corner
 * helps where a photograph is taken at an angle.
 */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 0, ecc: 'H', minVersion: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-label={text}>
      <path d={dark.join('')} />
    </svg>
  )
}
