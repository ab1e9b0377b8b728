import { Fragment, type ReactNode } from 'react'
import { encode } from 'uqr'
import { purposes } from '#contract/privacy/consentStates.ts'
import { charity } from '../../../ui/charity.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import classes from './ConsentForm.module.css'
import type { Words } from '#contract/privacy/sharedList.ts'
import { AboutSide } from './AboutSide.tsx'
import { Both } from './Both.tsx'
import { FormHead } from './FormHead.tsx'
import { answerWords, both, type FormProps, questions } from './formWords.ts'

/** The two sides of a student's form: the questions, and what they mean. */
export const ConsentForm = (props: FormProps) => (
  <article>
    <QuestionsSide {...props} />
    <AboutSide {...props} />
  </article>
)

/** A page to fill in: black on white, English and Swahili, with the student's ref as text and as QR code. */
function QuestionsSide({ student, notice_version, today }: FormProps) {
  return (
    <section className={classes.page}>
      <FormHead title={both.title} studentRef={student.ref}>
        <QrCode text={student.ref} />
      </FormHead>
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
      <Lines of={[both.witnessName, both.signature]} />
      <h2>
        <Both of={both.explained} />{' '}
        <small>
          <Both of={both.notice} /> {notice_version ?? '__________'}
        </small>
      </h2>
      <Lines of={[both.explainedBy, both.place]} />
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
    </section>
  )
}

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
