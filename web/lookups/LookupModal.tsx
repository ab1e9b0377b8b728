import { useQueryClient } from '@tanstack/react-query'
import { type Lookup, type LookupForm, type LookupKind, lookups } from '#contract/lookups.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { addLookup, lookupsQuery } from './lookupApi.ts'
import { LookupField } from './LookupField.tsx'

type LookupModalProps = { kind: LookupKind; onAdded?: (lookup: Lookup) => void; onClose: () => void }

/** Adds a year, term, class or subject. */
export function LookupModal({ kind, onAdded, onClose }: LookupModalProps) {
  const client = useQueryClient()
  const { field, word, form: schema } = lookups[kind]
  const initialValues: LookupForm = { [field]: '' }
  return (
    <FormModal
      title={`Add ${word}`}
      initialValues={initialValues}
      schema={schema}
      save={(form, transfer) => addLookup(kind, form, transfer)}
      onSaved={({ data }) => {
        void client.invalidateQueries({ queryKey: lookupsQuery(kind).queryKey })
        onAdded?.(data)
      }}
      onClose={onClose}
    >
      {(form) => <LookupField kind={kind} input={form.getInputProps(field)} />}
    </FormModal>
  )
}
