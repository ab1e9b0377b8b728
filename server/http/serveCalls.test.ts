import { expect, it } from 'vitest'
import { z } from 'zod'
import { messageReply } from '#contract/base/call.ts'
import { openTestApp } from '../testing/testApp.ts'
import { serveCalls } from './serveCalls.ts'

it('refuses to register a path with several meanings that takes a body', async () => {
  const { app, services } = await openTestApp()
  const call = { summary: 'A trial', body: z.object({ name: z.string() }), answer: messageReply }
  const served = { answer: async () => ({ message: 'Saved' }) }
  expect(() =>
    serveCalls(
      app,
      services,
      { 'POST /api/trial?query=one': call, 'POST /api/trial?query=two': call },
      { 'POST /api/trial?query=one': served, 'POST /api/trial?query=two': served },
    ),
  ).toThrow('POST /api/trial has several meanings, which cannot take a body or files.')
})

it('refuses to register a GET call that changes something, unless it is one of several meanings', async () => {
  const { app, services } = await openTestApp()
  const call = { summary: 'A trial', answer: messageReply }
  const served = { isChange: true, answer: async () => ({ message: 'Saved' }) } as const
  expect(() => serveCalls(app, services, { 'GET /api/trial': call }, { 'GET /api/trial': served })).toThrow(
    'GET /api/trial changes something: it has to be a POST.',
  )
})

it('refuses to register one of several meanings with rules that the gate would not apply to it alone', async () => {
  const { app, services } = await openTestApp()
  const call = { summary: 'A trial', answer: messageReply }
  const served = { answer: async () => ({ message: 'Saved' }) }
  for (const rule of [{ confirmsAgain: true }, { isPublic: true }, { admits: ['set_up' as const] }])
    expect(() =>
      serveCalls(
        app,
        services,
        { 'GET /api/trial?query=one': call, 'GET /api/trial?query=two': call },
        { 'GET /api/trial?query=one': served, 'GET /api/trial?query=two': { ...served, ...rule } },
      ),
    ).toThrow('GET /api/trial has several meanings, which share the rules of the gate.')
})
