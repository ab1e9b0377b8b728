import { z } from 'zod'
import { useState } from 'react'
import { FormModal } from '../ui/form/FormModal.tsx'
import type { Saved, Transfer } from '../ui/modal/useSaving.ts'
import { plural } from '../ui/plural.ts'
import { FeeFields } from './FeeFields.tsx'
import { type Fees, feeLines, feeLinesOf } from './feeLines.ts'

const schema = z.object({ rows: z.array(feeLines) })

type FeesModalProps = {
  place: { school: string; class: string; students: number; own_figures?: number }
  year: string
  terms: readonly { id: number; term_name: string }[]
  fees: readonly Fees[]
  save: (fees: Fees[], transfer: Transfer) => Promise<Saved>
  onSaved: () => void
  onClose: () => void
}

/** Sets what a student of a school and class is expected to cost in each term of a year. */
export function FeesModal({ place, year, terms, fees, save, onSaved, onClose }: FeesModalProps) {
  const [initialValues] = useState(() => ({ rows: fees.map(feeLinesOf) }))
  return (
    <FormModal
      title="Set fees"
      subtitle={`${place.school}, ${place.class}, ${year}, ${plural(place.students, 'student')}`}
      shape="wide"
      initialValues={initialValues}
      schema={schema}
      verb="Save Fees"
      save={({ rows }, transfer) => save(rows, transfer)}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(form) => (
        <>
          <FeeFields
            form={form}
            name="rows"
            values={form.values.rows}
            terms={terms}
            total={`${year}, for one student`}
          />
          <p className="el-sm el-ink-2">
            Plan everything that a receipt may list. Students with own figures keep them.
          </p>
        </>
      )}
    </FormModal>
  )
}
