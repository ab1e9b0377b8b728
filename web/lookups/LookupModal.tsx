import { Button, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconCalendarPlus, IconSchool } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { curriculumNames } from '#contract/records/curricula.ts'
import { dayOf } from '#contract/base/days.ts'
import { type Lookup, type LookupKind, lookupName, lookups, offeredYears } from '#contract/lookups.ts'
import { canAddLookups } from '#contract/permissions.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { SegmentField } from '../ui/form/SegmentField.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { addLookup, lookupsQuery } from './lookupApi.ts'
import { curriculumGiven, curriculumWords, lookupForm, type LookupValues } from './lookupForm.ts'

type LookupModalProps = { kind: LookupKind; onAdded?: (lookup: Lookup) => void; onClose: () => void }

/** Adds a year, term, class or subject. */
export function LookupModal({ kind, onAdded, onClose }: LookupModalProps) {
  const client = useQueryClient()
  const { field, word, hasCurriculum } = lookups[kind]
  const initialValues: LookupValues = { [field]: '', ...(hasCurriculum && { curriculum: '' }) }
  return (
    <FormModal
      title={`Add ${word}`}
      initialValues={initialValues}
      schema={lookupForm(kind)}
      save={(form, transfer) => addLookup(kind, form, transfer)}
      onSaved={({ data }) => {
        void client.invalidateQueries({ queryKey: lookupsQuery(kind).queryKey })
        onAdded?.(data)
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <LookupField kind={kind} input={form.getInputProps(field)} />
          {hasCurriculum && (
            <SegmentField
              label="Curriculum"
              choices={curriculumNames}
              {...form.getInputProps('curriculum')}
              value={curriculumGiven(form.values)}
              description={curriculumWords(curriculumGiven(form.values))}
            />
          )}
        </>
      )}
    </FormModal>
  )
}

type LookupFieldProps = { kind: LookupKind; input: GetInputPropsReturnType }

function LookupField({ kind, input }: LookupFieldProps) {
  if (kind === 'years') return <YearField input={input} />
  return <TextInput label={lookups[kind].label} autoComplete="off" {...input} />
}

/** Offers the last eleven years; years that were already added cannot be chosen. */
function YearField({ input }: Pick<LookupFieldProps, 'input'>) {
  const [offered] = useState(() => offeredYears(Number(dayOf(new Date()).slice(0, 4))))
  const { data: years = [], error } = useQuery(lookupsQuery('years'))
  const added = new Set(years.map((year) => lookupName('years', year)))
  const choices = offered.map((year) =>
    added.has(year)
      ? { value: year, label: `${year} (added already)`, disabled: true }
      : { value: year, label: year },
  )
  return (
    <SelectBox
      label="Year"
      placeholder="Please Select Year"
      data={choices}
      {...input}
      {...(error && { error: error.message })}
    />
  )
}

const kinds = [
  ['years', IconCalendarPlus],
  ['terms', IconCalendarPlus],
  ['classes', IconSchool],
] as const

/** Add Year, Add Term and Add Class, over the lists of Academics and Finance. */
export function LookupButtons({ onAdd }: { onAdd: (kind: LookupKind) => void }) {
  const { role } = useSessionUser()
  if (!canAddLookups(role)) return null
  return kinds.map(([kind, Icon]) => (
    <Button
      key={kind}
      variant="default"
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => onAdd(kind)}
    >
      Add {lookups[kind].word}
    </Button>
  ))
}
