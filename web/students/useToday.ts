import { useState } from 'react'
import { dayOf } from '#contract/day.ts'

/** The day it was in Kenya when this was opened. */
export function useToday(): string {
  const [today] = useState(() => dayOf(new Date()))
  return today
}
