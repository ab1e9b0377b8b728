import { IconCertificate } from '@tabler/icons-react'
import type { Student } from '#contract/students.ts'
import { StudentPicture } from '../students/StudentPicture.tsx'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './FactsCard.module.css'
import view from './ProfilePanel.module.css'

const factsOf = (student: Student) => [
  ['Age', student.age === 1 ? '1 year' : `${student.age} years`],
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

/** The facts about a student, with photo and status. */
export function FactsCard({ student }: { student: Student }) {
  const { name, ref, status, cert } = student
  return (
    <article className={view.card}>
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
      <dl className={classes.facts}>
        {factsOf(student).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {cert && (
        <p className={classes.foot}>
          <a className={classes.certificate} href={cert} target="_blank" rel="noopener">
            <IconCertificate size={20} stroke={1.75} aria-hidden />
            <span>View KCPE Certificate</span>
          </a>
        </p>
      )}
    </article>
  )
}
