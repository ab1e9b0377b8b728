import { expect, test } from 'vitest'
import { rememberedName } from './choiceOf.ts'

test('a name means what it meant in an earlier import, while a school has that name', () => {
  const remembered = { headings: {}, words: { school: { mukaa: 'Kisii School', kit: 'Gone' } } }
  const guessAgain = rememberedName('school', ['Kisii School'], remembered)
  expect(['Mukaa', 'Kit'].map(guessAgain)).toEqual(['Kisii School', undefined])
})
