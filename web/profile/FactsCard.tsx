import { IconCertificate } from '@tabler/icons-react'
import { entryExams, examPapers, type Student } from '#contract/students.ts'
import { StudentPicture } from '../students/StudentPicture.tsx'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './FactsCard.module.css'
import { plural } from '../ui/plural.ts'
import view from './ProfilePanel.module.css'

/** A fact about the student, with a note in small type. */
type Fact = { label: string; value: string | number | null; more?: string | null }

const factsOf = (student: Student): Fact[] => [
  { label: 'Age', value: plural(student.age, 'year') },
  ...examFacts(student),
  { label: 'School', value: student.school },
  { label: 'Father', value: student.father },
  { label: 'Mother', value: student.mother },
  { label: 'Guardian', value: student.guardian },
  { label: 'Siblings', value: student.siblings },
  { label: 'Ambition', value: student.ambition },
  { label: 'Liaison officer', value: student.liaison },
  { label: 'Languages', value: student.languages },
]

/** The entry exam: its score if it has one, else the exam with its known details. */
function examFacts({ entry_exam, kcpe, assessment_no, pathway }: Student): Fact[] {
  if (entryExams[entry_exam].isScored) return [{ label: 'KCPE score', value: kcpe }]
  return [
    {
      label: 'Entry exam',
      value: entry_exam,
      more: assessment_no && `Assessment no. ${assessment_no}`,
    },
    ...(pathway ? [{ label: 'Pathway', value: pathway }] : []),
  ]
}

type FactsCardProps = {
  student: Student
  /** Whether another section comes first: on a narrow screen only the head is then above it, and the facts below. */
  isBrief: boolean
}

/** The facts about a student, with photo and status. */
export function FactsCard({ student, isBrief }: FactsCardProps) {
  const { name, ref, status, cert, paper } = student
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
        {cert && paper && (
          <p className={classes.foot}>
            <a className={classes.certificate} href={cert} target="_blank" rel="noopener">
              <IconCertificate size={20} stroke={1.75} aria-hidden />
              <span>{examPapers[paper].view}</span>
            </a>
          </p>
        )}
      </div>
    </article>
  )
}

export const Facts = ({ student }: { student: Student }) => (
  <dl className={classes.facts}>
    {factsOf(student).map(({ label, value, more }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {value}
          {more && <span className={classes.more}>{more}</span>}
        </dd>
      </div>
    ))}
  </dl>
)
