import { useMemo } from 'react'
import { canChooseLiaison } from '#contract/permissions.ts'
import { studentForm } from '#contract/students.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useToday } from './useToday.ts'

/** The schema of a student's form for whoever is signed in, as of today. */
export function useStudentForm() {
  const { role } = useSessionUser()
  const today = useToday()
  return useMemo(
    () => studentForm({ today: () => today, choosesLiaison: canChooseLiaison(role) }),
    [today, role],
  )
}
