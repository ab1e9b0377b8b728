import type { StudentFunding } from '#contract/money/funding.ts'
import { money } from '../../ui/amounts.ts'
import type { Period } from './periods.ts'
import { effectsOf } from './promiseEffects.ts'

type ToFindRisesProps = {
  funding: StudentFunding
  periods: readonly Period[]
  change: Parameters<typeof effectsOf>[2]
}

/** By how much the amount to find of a year rises, if it does. */
export function ToFindRises({ funding, periods, change }: ToFindRisesProps) {
  const { now, after } = effectsOf(funding, periods, change).year
  if (now === null || after === null || now === after) return null
  return (
    <>
      The amount to find in {funding.year} rises from {money(now)} to{' '}
      <b className="el-strong">{money(after)}</b>.
    </>
  )
}
