import { array, assert, constant, integer, nat, oneof, property, record, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { createBits } from './createBits.ts'

/** The same as text: plainly what the writer does by shifting. */
const fixedText = (count: number, value: number) => value.toString(2).padStart(count, '0')
function golombText(value: number): string {
  const text = (value + 1).toString(2)
  return '0'.repeat(text.length - 1) + text
}

const fixedNumber = integer({ min: 1, max: 31 }).chain((count) =>
  record({ count: constant(count), value: nat(2 ** count - 1) }),
)
const golombNumber = record({ value: nat(2 ** 30) })
const wholeBytes = record({ content: uint8Array({ maxLength: 5 }) })

test('writes numbers of fixed and of varying length, and whole bytes, one behind the other', () => {
  assert(
    property(array(oneof(fixedNumber, golombNumber, wholeBytes)), (numbers) => {
      const bits = createBits()
      let text = ''
      for (const number of numbers)
        if ('content' in number) {
          bits.whole(number.content)
          text = text.padEnd(Math.ceil(text.length / 8) * 8, '0')
          for (const byte of number.content) text += fixedText(8, byte)
        } else if ('count' in number) {
          bits.fixed(number.count, number.value)
          text += fixedText(number.count, number.value)
        } else {
          bits.golomb(number.value)
          text += golombText(number.value)
        }
      text += '1'
      const written = [...bits.end()].map((byte) => fixedText(8, byte)).join('')
      expect(written).toBe(text.padEnd(Math.ceil(text.length / 8) * 8, '0'))
    }),
  )
})
