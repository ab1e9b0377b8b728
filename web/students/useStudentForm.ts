import { useMemo, useState } from 'react'
import { dayOf } from '#contract/day.ts'
import { canChooseLiaison } from '#contract/permissions.ts'
import { studentForm } from '#contract/students.ts'
import { useSessionUser } from '../ui/sessionUser.ts'

/** The schema of a student's form for whoever is signed in, as of today. */
export function useStudentForm() {
  const { role } = useSessionUser()
  const today = useToday()
  return useMemo(
    () => studentForm({ today: () => today, choosesLiaison: canChooseLiaison(role) }),
    [today, role],
  )
}

/** The day it was in Kenya when this was opened. */
export function useToday(): string {
  const [today] = useState(() => dayOf(new Date()))
  return today
}

/** Room for three columns. */
export const STUDENT_FORM_WIDTH = 960
