import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StudentFunding } from '#contract/money/funding.ts'
import { classForm } from '#contract/money/plans.ts'
import { lookupName } from '#contract/lookups.ts'
import type { StudentProfile } from '#contract/students/students.ts'
import { useFundingChanged } from '../../funding/fundingApi.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { StudentLine } from '../../students/StudentLine.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { setClass } from './fundingApi.ts'

type ClassModalProps = { student: StudentProfile; funding: StudentFunding; onClose: () => void }

/** Corrects the class by which a student's plan of a year is found. */
export function ClassModal({ student, funding, onClose }: ClassModalProps) {
  // Another user may save while the form is open.
  const [{ year, year_id, class_id, is_class_set }] = useState(funding)
  const set = is_class_set ? class_id : null
  const changed = useFundingChanged()
  const { data: classes = [], error } = useQuery(lookupsQuery('classes'))
  return (
    <FormModal
      title={`Class in ${year}`}
      subtitle={<StudentLine student={student} />}
      initialValues={{ year_id: String(year_id), class_id: String(set ?? '') }}
      schema={classForm}
      save={(form, transfer) => setClass(student.id, { ...form, seen: set }, transfer)}
      onSaved={changed}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className="el-ink-2">
            The fees of this class are planned for the student. Elimu takes the class of the latest record,
            one class higher for each year since.
          </p>
          <SelectBox
            label="Class"
            placeholder="As the records say"
            data={classes.map((each) => ({ value: String(each.id), label: lookupName('classes', each) }))}
            {...form.getInputProps('class_id')}
            {...(error && { error: error.message })}
          />
        </>
      )}
    </FormModal>
  )
}
