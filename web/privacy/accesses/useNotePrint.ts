import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PrintedThing } from '#contract/privacy/accesses.ts'
import { call } from '../../ui/call.ts'

/** Adds an entry to 'Who looked' when the component is shown: a part of a student's record was printed. */
export function useNotePrint(student_id: number, what: PrintedThing): void {
  const { mutate } = useMutation({
    mutationFn: (body: { what: PrintedThing }) =>
      call('POST /api/students/:id/printed', { params: { id: student_id }, body }),
    // Nothing can be shown in the printed page.
    retry: 3,
  })
  useEffect(() => mutate({ what }), [mutate, what])
}
