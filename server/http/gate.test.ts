import { expect, it } from 'vitest'
import { openTestApp } from '../testing/testApp.ts'

const spellings = [
  '/%61pi/getUsers',
  '/api/%67etUsers',
  '/%61%70%69/letters',
  '/api/getUsers/',
  '/%61pi/docs',
]

it.for(spellings)('lets nobody past by another spelling of an address: %s', async (url) => {
  const { app } = await openTestApp()
  const bare = await app.inject({ url })
  expect(bare.statusCode).toBe(400)
  const marked = await app.inject({ url, headers: { 'x-requested-with': 'XMLHttpRequest' } })
  expect(marked.statusCode).toBe(401)
  expect(marked.json()).toEqual({ message: 'Unauthenticated.' })
})

it('asks for the token whatever the spelling', async () => {
  const { app } = await openTestApp()
  const answer = await app.inject({
    method: 'POST',
    url: '/%61pi/login',
    headers: { 'x-requested-with': 'XMLHttpRequest' },
    payload: { email: 'amina@elimu.test', password: 'Guess#2026' },
  })
  expect(answer.statusCode).toBe(419)
})
