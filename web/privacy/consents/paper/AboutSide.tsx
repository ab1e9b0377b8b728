import { adultOn, isAskedToo, lastDayOfChild } from '#contract/privacy/consentStates.ts'
import { firstName } from '#contract/privacy/consentWords.ts'
import { type SharedItem, sharedList, type Words } from '#contract/privacy/sharedList.ts'
import { charity } from '../../../ui/charity.ts'
import { formatDay } from '../../../ui/formatDate.ts'
import { capital } from '../../../ui/plural.ts'
import { about, childTitle, childWords, lineOf, whereSupporterLives } from './aboutWords.ts'
import { Both } from './Both.tsx'
import classes from './ConsentForm.module.css'
import { FormHead } from './FormHead.tsx'
import { type FormProps, swahiliDay } from './formWords.ts'

/** The back of the form: who sees what, what an answer starts, whom to contact, and from 12 on the child's own part. */
export function AboutSide({ student, contact, today }: FormProps) {
  const { dob } = student
  return (
    <section className={`${classes.page} ${classes.about}`}>
      <FormHead title={about.title} studentRef={student.ref} />
      <h2>
        <Both of={about.sees} />
      </h2>
      <dl className={classes.shared}>
        {sharedList.map(({ under, items }) => (
          <div key={under}>
            <dt>
              <Both of={under === 'always' ? about.always : lineWords(lineOf[under])} />
            </dt>
            <dd>
              <Both of={listWords(items)} isBelow={items.length > SHORT} />
            </dd>
          </div>
        ))}
        <div>
          <dt>
            <Both of={lineWords(6)} />
          </dt>
          <dd>
            <Both of={whereSupporterLives(student)} isBelow />
          </dd>
        </div>
      </dl>
      <Notes student={student} contact={contact} today={today} />
      {(dob === null || isAskedToo(dob, today)) && <ChildPart name={student.name} />}
    </section>
  )
}

/** Up to this number of items, a list has its Swahili beside it. */
const SHORT = 3

const lineWords = (line: number): Words => [`${about.line[0]} ${line}`, `${about.line[1]} ${line}`]

/** `First name, class.` */
function listWords(items: SharedItem[]): Words {
  const inLanguage = (language: 0 | 1) => {
    const list = items.map(({ words }) => words[language]).join(', ')
    return `${capital(list)}.`
  }
  return [inLanguage(0), inLanguage(1)]
}

/** A longer contact leaves no room for the other notes on the page. */
const LONG_CONTACT = 160

function Notes({ student: { dob, liaison }, contact, today }: Omit<FormProps, 'notice_version'>) {
  const isOfAge = dob !== null && today >= adultOn(dob)
  const who = [...(liaison ? [`${liaison}, liaison officer`] : []), charity.name].join(', or ')
  const whoSwahili = [...(liaison ? [`Afisa wetu ${liaison}`] : []), charity.name].join(', au ')
  return (
    <div className={classes.notes} data-dense={contact.length > LONG_CONTACT}>
      <Note of={about.no}>{about.noText}</Note>
      <Note of={about.until}>
        {dob === null || isOfAge
          ? about.noEnd
          : [
              `This consent ends on ${formatDay(lastDayOfChild(dob))}, the day before the child’s 18th birthday.`,
              `Ridhaa hii inaisha tarehe ${swahiliDay(lastDayOfChild(dob))}, siku moja kabla ya mtoto kutimiza miaka 18.`,
            ]}
      </Note>
      <Note of={about.withdraw}>{about.withdrawText}</Note>
      <Note of={about.contact} more={contact}>
        {[`${who}.`, `${whoSwahili}.`]}
      </Note>
      <Note of={about.rights}>{about.rightsText}</Note>
    </div>
  )
}

type NoteProps = { of: Words; children: Words; more?: string }

const Note = ({ of, children, more }: NoteProps) => (
  <p>
    <b>{of[0]}</b> {children[0]}
    <i lang="sw" data-below>
      <b>{of[1]}</b> {children[1]}
    </i>
    {more}
  </p>
)

/** In simple words: from 12 on the child answers too. */
const ChildPart = ({ name }: { name: string }) => (
  <section className={classes.own}>
    <h2>
      <Both of={childTitle(firstName(name))} />
    </h2>
    {childWords(charity.name).map((words) => (
      <p key={words[0]}>
        <Both of={words} isBelow />
      </p>
    ))}
  </section>
)
