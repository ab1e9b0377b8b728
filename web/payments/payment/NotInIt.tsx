import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { outReasons, type Payment } from '#contract/money/payments.ts'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { CardHead } from '../../ui/card/CardHead.tsx'
import { kes } from '../../ui/amounts.ts'
import { FoldButton } from '../../ui/FoldButton.tsx'
import { useMore } from '../../ui/list/useMore.tsx'
import { plural, verb } from '../../ui/plural.ts'
import { outWords } from '../paymentWords.ts'
import classes from './checks.module.css'

type Student = { student_id: number; name: string; school: string; about?: string | null }

type NotInItProps = {
  payment: Payment
  /** Adds a student without a plan; undefined for those who do not prepare the payment. */
  onAdd?: (student: Student) => void
}

/** Active students who are not in a payment, by reason. */
export function NotInIt({ payment: { out, owed_since, lines }, onAdd }: NotInItProps) {
  const left = lines
    .filter(({ left_out }) => left_out)
    .map(({ student_id, name, school, reason }) => ({ student_id, name, school, about: reason }))
  const parts: (PartProps & { why: string })[] = [
    {
      why: 'owed_since',
      words: (count: number) =>
        `${verb(count, 'has')} fees to pay since this payment was sent: they come in the next payment of the term`,
      students: owed_since.map(({ owed, ...student }) => ({ ...student, about: kes(owed) })),
    },
    ...outReasons.map((why) => ({
      why,
      words: outWords[why],
      students: out.filter((student) => student.why === why),
      onAdd: why === 'no_plan' ? onAdd : undefined,
    })),
    { why: 'left_out', words: (count: number) => `${verb(count, 'is')} left out by hand`, students: left },
  ].filter(({ students }) => students.length > 0)
  const count = parts.reduce((sum, { students }) => sum + students.length, 0)
  if (count === 0) return null
  const inIt = lines.length - left.length
  return (
    <section className="el-card el-frame" aria-labelledby="not-in-it">
      <CardHead
        title={<span id="not-in-it">Not in this payment</span>}
        about={`${count} of ${plural(inIt + count, 'student')}`}
      />
      {parts.map(({ why, ...part }) => (
        <Part key={why} {...part} />
      ))}
    </section>
  )
}

type PartProps = {
  words: (count: number) => string
  students: Student[]
  onAdd?: NotInItProps['onAdd'] | undefined
}

function Part({ words, students, onAdd }: PartProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [shown, more] = useMore(students)
  return (
    <section>
      <div className={classes.out}>
        <span className="el-grow">
          <b className="el-strong">{students.length}</b> {words(students.length)}
        </span>
        <FoldButton isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'}
        </FoldButton>
      </div>
      {isOpen && (
        <>
          <ul className={classes.outNames} data-focus-back>
            {shown.map((student) => (
              <li key={student.student_id}>
                <span>
                  <ProfileLink student={{ id: student.student_id, name: student.name }} from="payments" />{' '}
                  <small>{[student.school, student.about].filter(Boolean).join(', ')}</small>
                </span>
                {onAdd && (
                  <Button
                    variant="subtle"
                    leftSection={<IconPlus size={18} aria-hidden />}
                    aria-label={`Add ${student.name}`}
                    onClick={() => onAdd(student)}
                  >
                    Add
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
    </section>
  )
}
