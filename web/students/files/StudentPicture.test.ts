import { expect, test } from 'vitest'
import { initialsOf } from './StudentPicture.tsx'

test.each([
  ['Faith Atieno Odhiambo', 'FA'],
  ['Kiprono Cheruiyot', 'KC'],
  ['Zawadi', 'Z'],
  ['  Émile   Ñandú ', 'ÉÑ'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
