import { IconUserOff } from '@tabler/icons-react'
import { inWords } from '#contract/base/fields.ts'
import { formatDay } from '#contract/base/days.ts'
import { type StudentProfile, studentFields } from '#contract/students/students.ts'
import { FactList } from './FactsCard.tsx'
import { StudentHead } from './StudentHead.tsx'
import classes from './Profile.module.css'

/** What is left of the facts about an anonymised student. */
export function AnonymisedFacts({ student }: { student: StudentProfile }) {
  const { dob, school, erasure } = student
  const facts = [
    { label: 'Gender', value: inWords(studentFields, student)['gender'] },
    { label: 'Year of birth', value: dob?.slice(0, 4) },
    { label: 'School', value: school },
    { label: 'Class', value: student.class },
    { label: 'Anonymised', value: erasure && formatDay(erasure.on) },
  ]
  return (
    <article className={`el-card ${classes.card}`}>
      <StudentHead
        student={student}
        image={
          <span className={`el-centre ${classes.nobody}`}>
            <IconUserOff size={46} stroke={1.4} aria-hidden />
          </span>
        }
      />
      <div className={`el-line ${classes.body}`}>
        <FactList facts={facts.filter(({ value }) => value)} />
      </div>
    </article>
  )
}
