import { type Lookup, lookupName } from '#contract/lookups.ts'
import { z } from 'zod'
import { id } from '#contract/base/fields.ts'
import { recordMessages } from '#contract/records/records.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { proposePlans, usePlansChanged } from './planApi.ts'

const schema = z.object({ from_year_id: id(recordMessages.yearRequired) })

type ProposeModalProps = {
  year: Lookup
  /** The years before it, the newest first. */
  earlier: readonly Lookup[]
  onClose: () => void
}

/** Makes a draft of a year's fees from the receipts of an earlier one. */
export function ProposeModal({ year, earlier, onClose }: ProposeModalProps) {
  const changed = usePlansChanged()
  const name = lookupName('years', year)
  return (
    <FormModal
      title={`Propose the fees of ${name}`}
      initialValues={{ from_year_id: String(earlier[0]?.id ?? '') }}
      schema={schema}
      verb="Propose"
      save={({ from_year_id }, transfer) => proposePlans(year.id, from_year_id, transfer)}
      onSaved={() => void changed()}
      onClose={onClose}
    >
      {(form) => (
        <>
          <SelectBox
            label="From the receipts of"
            data={earlier.map((each) => ({ value: String(each.id), label: lookupName('years', each) }))}
            {...form.getInputProps('from_year_id')}
          />
          <p className="el-ink-2">
            The middle amount of the students’ receipts, term by term, rounded up to the next 100. To the
            school: Tuition Fees, P.A. Fund and Remedial Fees. Everything else: the other categories.
          </p>
          <p className="el-ink-2">It is a draft. Nothing counts until you accept rows and save it.</p>
        </>
      )}
    </FormModal>
  )
}
