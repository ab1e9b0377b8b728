import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { LookupModal } from '../../lookups/LookupModal.tsx'
import { emptyMark, type ReportValues } from './reportValues.ts'

type Choose = (subject_id: string) => void

/**
 * Adds a subject on the spot, and chooses it in the first row that has none. Its modal stands beside the form's, because
 * a form within a form would send both.
 */
export function useNewSubject(): {
  modal: ReactNode
  askFor: (form: UseFormReturnType<ReportValues>) => void
} {
  const [choose, setChoose] = useState<Choose>()
  return {
    modal: choose && (
      <LookupModal
        kind="subjects"
        onAdded={({ id }) => choose(String(id))}
        onClose={() => setChoose(undefined)}
      />
    ),
    askFor: (form) => setChoose(() => (subject_id: string) => chooseIn(form, subject_id)),
  }
}

function chooseIn(form: UseFormReturnType<ReportValues>, subject_id: string): void {
  const { marks } = form.getValues()
  const free = marks.findIndex((row) => !row.subject_id)
  if (free < 0) form.insertListItem('marks', { ...emptyMark, subject_id })
  else form.setFieldValue(`marks.${free}.subject_id`, subject_id)
}
