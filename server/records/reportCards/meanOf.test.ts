import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { gradesOf, isUnmarked } from '#contract/records/curricula.ts'
import { meanOf } from '#contract/records/reportCards.ts'

const tenths = integer({ min: 0, max: 1000 })

it('is the mean of the marks with one decimal: X and Y never count', () => {
  const rows = array(record({ grade: constantFrom(...gradesOf('8-4-4')), tenths }))
  assert(
    property(rows, (typed) => {
      const counted = typed.filter(({ grade }) => !isUnmarked(grade))
      const mean = meanOf(typed.map(({ grade, tenths: of }) => ({ grade, mark: of / 10 })))
      const sum = counted.reduce((total, { tenths: of }) => total + BigInt(of), 0n)
      const exact = Number(sum) / counted.length / 10
      const isRight = Math.abs((mean ?? Number.NaN) - exact) <= 0.05 + 1e-9
      expect(counted.length === 0 ? mean === undefined : isRight).toBe(true)
      // The form offers it as the mean score, which has one decimal.
      expect(String(mean)).toMatch(/^(undefined|\d{1,3}(\.\d)?)$/)
    }),
  )
})
