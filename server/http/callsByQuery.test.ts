import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { messageReply } from '#contract/base/call.ts'
import { canSeeReports } from '#contract/permissions.ts'
import { openSignedIn, openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { ANY_ID, byQuery, NO_QUERY, queryIs } from './callsByQuery.ts'
import { serveCalls } from './serveCalls.ts'

const routeOf = (url: string) => byQuery.deriveConstraint({ url })

describe('the route of a query', () => {
  it.for([
    ['/api/students', NO_QUERY],
    ['/api/students/?', NO_QUERY],
    ['/api/students?page=1&Query=list', NO_QUERY],
    ['/api/students??query=list', NO_QUERY],
    ['/query=list', NO_QUERY],
    ['/api/students?query=list', queryIs('list')],
    ['/api/students?page=1&query=list', queryIs('list')],
    ['/%61pi/students?%71uery=%6cist', queryIs('list')],
    ['http://host/api/students?query=list', queryIs('list')],
    ['/api/students#query=list', queryIs('list')],
    ['/api/reports?query=12', ANY_ID],
    ['/api/reports?query=%31%32', ANY_ID],
  ] as const)('is found in %s', ([url, route]) => {
    expect(routeOf(url)).toBe(route)
  })

  it.for([
    '=',
    '=list&query=list',
    '=list&query=edit',
    '=list&query=',
    '=0',
    '=01',
    '=%00',
    '=%zz',
    '=%C1%A9d',
  ])('is none of a call for query%s', (query) => {
    const calls = [NO_QUERY, ANY_ID, queryIs('list'), queryIs('edit')]
    expect(calls).not.toContain(routeOf(`/api/students?query${query}`))
  })

  it.for([NO_QUERY, ANY_ID, ':id', ':student', queryIs('list')])(
    'cannot be named by a caller: %s',
    (name) => {
      expect(routeOf(`/api/reports?query=${name}`)).toBe(queryIs(name))
    },
  )
})

describe('a query that no call of the path has', () => {
  it.for([
    [
      '/api/students',
      ['list&query=list', 'list&query=cluster-rep', 'LIST', 'list%00', 'none', 'id', 'is%20list', '', '%zz'],
    ],
    ['/api/reports', ['none', 'id', ':student', '%3Astudent', '1&query=1', '1&query=profile']],
  ] as const)('is refused: %s', async ([path, queries]) => {
    const { client } = await openSignedIn('administrator')
    const errors = { query: ['Query is not known'] }
    for (const query of queries)
      expect(await client.get(`${path}?query=${query}`), query).toMatchObject({
        status: 422,
        body: { errors },
      })
  })
})

it('gives each call of a path its own rules', async () => {
  const test = await openWithCast()
  const call = { summary: 'A trial', answer: messageReply }
  const answer = async () => ({ message: 'Done' })
  serveCalls(
    test.app,
    test.services,
    {
      'GET /api/trial': { ...call, query: z.object({ page: z.string() }), isDefault: true },
      'GET /api/trial?query=public': call,
      'GET /api/trial?query=confirmed': call,
      'GET /api/trial?query=change': call,
      'GET /api/trial?query=managers': call,
    },
    {
      'GET /api/trial': { answer },
      'GET /api/trial?query=public': { isPublic: true, answer },
      'GET /api/trial?query=confirmed': { confirmsAgain: true, answer },
      'GET /api/trial?query=change': { isChange: true, answer },
      'GET /api/trial?query=managers': { may: canSeeReports, answer },
    },
  )
  const client = await test.signIn(cast.supporter)
  await test.db.updateTable('sessions').set({ confirmed_at: null }).execute()
  const statuses: Record<string, number> = {}
  for (const asked of [
    '',
    '?page=1',
    '?query=public',
    '?query=confirmed',
    '?query=change',
    '?query=managers',
    '?query=x',
  ])
    statuses[asked] = (await client.get(`/api/trial${asked}`)).status
  expect(statuses).toEqual({
    '': 422,
    '?page=1': 200,
    '?query=public': 200,
    '?query=confirmed': 403,
    '?query=change': 419,
    '?query=managers': 403,
    '?query=x': 422,
  })
  expect(await test.client().get('/api/trial?query=public')).toMatchObject({ status: 200 })
  expect(await test.client().get('/api/trial?query=managers')).toMatchObject({ status: 401 })
})
