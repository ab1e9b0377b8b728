import { useEffect, useState } from 'react'
import { type Breach, hoursLeft, type OpenBreach } from '#contract/privacy/breaches.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { plural } from '../../ui/plural.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'

type BreachState = Omit<OpenBreach, 'id' | 'what'> & Partial<Pick<Breach, 'closed_at'>>

/** What must be done next about a breach, and how soon. */
export function breachClock(breach: BreachState, now: Date): StatusLook {
  const { known_at, commissioner_on, families_on, closed_at } = breach
  if (closed_at) return { word: `Closed ${formatDate(closed_at)}`, tone: 'grey', shape: 'square' }
  const hours = hoursLeft(known_at, now)
  if (commissioner_on === null)
    return hours < 0
      ? { word: `Tell the commissioner: ${overdueWords(-hours)} overdue`, tone: 'red', shape: 'square' }
      : { word: `Tell the commissioner within ${Math.max(hours, 1)} h`, tone: 'amber', shape: 'ring' }
  if (families_on === null) return { word: 'Tell the families', tone: 'blue', shape: 'triangle' }
  return { word: 'Everybody is told', tone: 'green', shape: 'circledTick' }
}

const overdueWords = (hours: number) => (hours < 72 ? `${hours} h` : plural(Math.floor(hours / 24), 'day'))

const MINUTE_MS = 60_000

/** The present time, to the minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const ticking = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(ticking)
  }, [])
  return now
}
