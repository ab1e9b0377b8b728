import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Payment } from '#contract/money/payments.ts'
import type { FoundStudent } from '#contract/search.ts'
import { StudentSearch, studentTitle } from '../../students/StudentSearch.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import type { LineChange } from './LineModal.tsx'

type AddStudentModalProps = {
  payment: Pick<Payment, 'lines'>
  onChosen: (lines: LineChange['lines']) => void
  onClose: () => void
}

/** Chooses the student who is added to a draft. */
export function AddStudentModal({ payment, onChosen, onClose }: AddStudentModalProps) {
  const life = useModalLife(onClose)
  const [student, setStudent] = useState<FoundStudent>()
  const [error, setError] = useState<string>()
  const choose = () => {
    if (!student) return setError(`Choose the student`)
    const { id: student_id, name, school } = student
    const line = payment.lines.find((each) => each.student_id === student_id)
    if (line && !line.left_out) return setError(`${name} is in this payment already`)
    return onChosen([line ?? { student_id, name, school, amount: 0, owed: null }])
  }
  return (
    <ModalFrame life={life} title="Add a student" shape="narrow">
      <div className={frame.body}>
        <StudentSearch
          label="Student"
          isOnlyActive
          value={student ? String(student.id) : ''}
          title={student ? studentTitle(student) : ''}
          error={error ?? null}
          onChoose={(found) => {
            setStudent(found)
            setError(undefined)
          }}
        />
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Cancel
        </Button>
        <Button onClick={choose}>Next</Button>
      </div>
    </ModalFrame>
  )
}
