import { IconCertificate } from '@tabler/icons-react'
import type { Student } from '#contract/students.ts'
import { StudentPicture } from '../students/StudentPicture.tsx'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './FactsCard.module.css'
import { plural } from '../ui/plural.ts'
import view from './ProfilePanel.module.css'

const factsOf = (student: Student) => [
  ['Age', plural(student.age, 'year')],
  ['KCPE score', student.kcpe],
  ['School', student.school],
  ['Liaison officer', student.liaison],
  ['Father', student.father],
  ['Mother', student.mother],
  ['Guardian', student.guardian],
  ['Siblings', student.siblings],
  ['Languages', student.languages],
  ['Ambition', student.ambition],
]

type FactsCardProps = {
  student: Student
  /** Whether something else comes first: then only the head stands above it on a narrow screen, the facts below. */
  isBrief: boolean
}

/** The facts about a student, with photo and status. */
export function FactsCard({ student, isBrief }: FactsCardProps) {
  const { name, ref, status, cert } = student
  return (
    <article className={`${view.card} ${classes.card}`} data-brief={isBrief}>
      <header className={classes.head}>
        <div className={classes.photo}>
          <StudentPicture student={student} />
        </div>
        <div className={classes.who}>
          <h1 className={classes.name}>{name}</h1>
          <p className={classes.line}>
            <StudentStatusBadge status={status} />
            <span className={classes.ref}>{ref}</span>
          </p>
        </div>
      </header>
      <div className={classes.body}>
        <Facts student={student} />
        {cert && (
          <p className={classes.foot}>
            <a className={classes.certificate} href={cert} target="_blank" rel="noopener">
              <IconCertificate size={20} stroke={1.75} aria-hidden />
              <span>View KCPE Certificate</span>
            </a>
          </p>
        )}
      </div>
    </article>
  )
}

export const Facts = ({ student }: { student: Student }) => (
  <dl className={classes.facts}>
    {factsOf(student).map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
