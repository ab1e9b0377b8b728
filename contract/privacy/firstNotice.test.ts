import { expect, it } from 'vitest'
import { firstNotice } from './firstNotice.ts'

const set = { charity: 'Elimu', contact: 'P.O. Box 412, Kisumu', years: 7 }

it('names the contact and the period that are set', () => {
  const { en, sw } = firstNotice(set)
  expect(en).toContain('for 7 years after that')
  expect(sw).toContain('miaka 7 baada ya hapo')
  for (const text of [en, sw]) expect(text).toContain('Elimu, P.O. Box 412, Kisumu')
})

it('says what the supporter sees before the family was asked, and who else gets the name', () => {
  const { en, sw } = firstNotice(set)
  expect(en).toContain('What we have not asked you about may be shown until we ask.')
  expect(sw).toContain('Yale ambayo hatujakuuliza yanaweza kuonyeshwa hadi tutakapokuuliza.')
  for (const text of [en, sw]) expect(text).toMatch(/M-Pesa/)
})

it.for([set, { ...set, contact: null }, { ...set, years: null }])(
  'leaves nothing to replace: %o',
  (facts) => {
    for (const text of Object.values(firstNotice(facts))) expect(text).not.toMatch(/\[|\]|null|undefined/)
  },
)
