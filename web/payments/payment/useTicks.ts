import { useState } from 'react'
import type { ApproveForm, Payment } from '#contract/money/payments.ts'
import { parseJson } from '../../ui/http.ts'
import type { Check } from '../paymentWords.ts'

/** With whom the approver spoke about an account, and which points they have ticked, by the key of each. */
type Ticks = { ticked: string[]; spoken: Record<string, string> }

const NONE: Ticks = { ticked: [], spoken: {} }

/** The ticks of the approver. This tab keeps them through a reload; a key changes with what was checked. */
export function useTicks({ id }: Pick<Payment, 'id'>, checks: Check[]) {
  const place = `ticks ${id}`
  const [ticks, setTicks] = useState<Ticks>(() => readTicks(place))
  const change = (next: Ticks) => {
    setTicks(next)
    sessionStorage.setItem(place, JSON.stringify(next))
  }
  const spokeTo = ({ keys: [key = ''] }: Check) => ticks.spoken[key] ?? ''
  const isTicked = (check: Check) => check.keys.every((key) => ticks.ticked.includes(key))
  const isDone = (check: Check) =>
    isTicked(check) && (check.kind !== 'account' || spokeTo(check).trim() !== '')
  const sent: ApproveForm['ticks'] = checks.flatMap((check) =>
    check.keys.map((key) => ({
      key,
      spoke_to: check.kind === 'account' ? spokeTo(check).trim() || null : null,
    })),
  )
  return {
    isTicked,
    isDone,
    spokeTo,
    sent,
    /** How many points are not ticked yet. */
    open: checks.filter((check) => !isDone(check)).length,
    tick: ({ keys }: Check, isOn: boolean) => {
      const others = ticks.ticked.filter((key) => !keys.includes(key))
      change({ ...ticks, ticked: isOn ? [...others, ...keys] : others })
    },
    speak: ({ keys: [key = ''] }: Check, name: string) =>
      change({ ...ticks, spoken: { ...ticks.spoken, [key]: name } }),
  }
}

export type TickState = ReturnType<typeof useTicks>

function readTicks(place: string): Ticks {
  const stored = parseJson(sessionStorage.getItem(place)) as Partial<Ticks> | undefined
  return { ...NONE, ...stored }
}
