import { expect, it } from 'vitest'
import { allCalls } from '#contract/calls.ts'
import * as permissions from '#contract/permissions.ts'
import { openTestApp, openWithCast } from './testApp.ts'
import { cast } from './data/users.ts'
import { watchedOf } from './watchAnswers.ts'

const visitors = ['signed out', 'administrator', 'director', 'coordinator', 'liaison', 'supporter'] as const
type Visitor = (typeof visitors)[number]
type Outcome = 'admitted' | 401 | 403

// Written by hand, because a list derived from the contract would agree with any rule.
const anybody: Visitor[] = ['signed out', 'administrator', 'director', 'coordinator', 'liaison', 'supporter']
const signedIn: Visitor[] = ['administrator', 'director', 'coordinator', 'liaison', 'supporter']
const staff: Visitor[] = ['administrator', 'director', 'coordinator', 'liaison']
const managers: Visitor[] = ['administrator', 'director', 'coordinator']
const verifiers: Visitor[] = ['administrator', 'coordinator']
const directors: Visitor[] = ['administrator', 'director']
const administrators: Visitor[] = ['administrator']

/** The roles that are admitted to each call. Every call has a line, and so has its path without `query`. */
const admitted: Record<string, readonly Visitor[]> = {
  'GET /api/health': anybody,
  'GET /api/metrics': anybody,
  'GET /sanctum/csrf-cookie': anybody,
  'POST /api/login': anybody,
  'POST /api/login/second-step': signedIn,
  'GET /api/login/passkey': anybody,
  'POST /api/login/passkey': anybody,
  'GET /api/account/security': signedIn,
  'POST /api/account/second-steps': signedIn,
  'POST /api/account/second-steps/:id/confirm': signedIn,
  'PATCH /api/account/second-steps/:id': signedIn,
  'DELETE /api/account/second-steps/:id': signedIn,
  'POST /api/account/recovery-codes': signedIn,
  'DELETE /api/account/devices': signedIn,
  'DELETE /api/account/devices/:id': signedIn,
  'DELETE /api/account/sessions': signedIn,
  'DELETE /api/account/sessions/:id': signedIn,
  'GET /api/account/confirm': signedIn,
  'POST /api/account/confirm': signedIn,
  'POST /api/account/password': signedIn,
  'GET /api/users/:id/second-steps': administrators,
  'POST /api/users/:id/reset-second-step': administrators,
  'GET /api/settings/sign-in': administrators,
  'PUT /api/settings/sign-in': administrators,
  'POST /api/logout': signedIn,
  'GET /api/session': signedIn,
  'GET /api/CurrentDate': anybody,
  'POST /api/getuser/:id': anybody,
  'POST /api/changepsw/:id': anybody,
  'POST /api/forgotpsw': anybody,
  'GET /api/getUsers': managers,
  'GET /api/getRoles': managers,
  'POST /api/register': managers,
  'POST /api/edit': managers,
  'POST /api/statusUsr': managers,
  'POST /api/delete/:id': managers,
  'POST /api/resend/:id': managers,
  'GET /api/students': signedIn,
  'GET /api/students?query=list': signedIn,
  'GET /api/students?query=activities': signedIn,
  'GET /api/students?query=terms': staff,
  'GET /api/students?query=children': ['supporter'],
  'GET /api/students?query=cluster-rep': managers,
  'POST /api/students': staff,
  'GET /api/students/:id': signedIn,
  'GET /api/students/:id?query=profile': signedIn,
  'GET /api/students/:id?query=edit': staff,
  'GET /api/students/:id?query=gallery': signedIn,
  'GET /api/students/:id?query=history': managers,
  'PUT /api/students/:id': staff,
  'PATCH /api/students/:id': staff,
  'POST /api/students/status': directors,
  'GET /api/students/similar': staff,
  'GET /api/students/duplicates': directors,
  'PUT /api/students/duplicates/:first/:second': directors,
  'DELETE /api/students/duplicates/:first/:second': directors,
  'GET /api/students/:id/consents': staff,
  'POST /api/students/:id/consents': staff,
  'POST /api/students/:id/consents/letter': managers,
  'POST /api/consents/:id/void': directors,
  'GET /api/consents': managers,
  'GET /api/consents?query=list': managers,
  'GET /api/consents?query=counts': managers,
  'GET /api/consents?query=adults': staff,
  'GET /api/consents?query=forms': staff,
  'GET /api/consents/gate': staff,
  'PUT /api/consents/gate': directors,
  'GET /api/privacy/notice': staff,
  'PUT /api/privacy/notice': directors,
  'GET /api/students/:id/contents': directors,
  'GET /api/students/:id/mentions': directors,
  'GET /api/students/:id/export': directors,
  'POST /api/students/:id/redactions': directors,
  'POST /api/students/:id/export-choice': directors,
  'POST /api/students/:id/anonymise': administrators,
  'DELETE /api/students/:id/anonymise': directors,
  'POST /api/students/:id/restriction': directors,
  'DELETE /api/students/:id/restriction': directors,
  'GET /api/breaches': directors,
  'GET /api/breaches/open': directors,
  'GET /api/breaches/concerned': directors,
  'POST /api/breaches': directors,
  'PATCH /api/breaches/:id': directors,
  'POST /api/breaches/:id/printed': directors,
  'GET /api/processing': directors,
  'POST /api/students/:id/wrong-recipient': directors,
  'GET /api/students/:id/accesses': directors,
  'POST /api/students/:id/printed': signedIn,
  'GET /api/retention': directors,
  'PUT /api/retention': administrators,
  'GET /api/requests': staff,
  'POST /api/requests': staff,
  'PATCH /api/requests/:id': directors,
  'GET /api/imports': managers,
  'GET /api/imports/:id': managers,
  'GET /api/imports/remembered': managers,
  'GET /api/imports/steps': managers,
  'PUT /api/imports/steps': managers,
  'POST /api/imports': managers,
  'GET /api/imports/:id/undo': directors,
  'POST /api/imports/:id/undo': directors,
  'POST /api/imports/:id/invitations': directors,
  'GET /api/getliaison': managers,
  'GET /api/getsupporters': managers,
  'GET /api/getsupporters?query=supporter-rep': managers,
  'GET /api/supporters/named': managers,
  'POST /api/supporters/named': managers,
  'GET /api/finance': signedIn,
  'GET /api/finance?query=:student': signedIn,
  'GET /api/finance?query=profile': signedIn,
  'GET /api/finance?query=finance-rep': managers,
  'GET /api/finance?query=waiting': verifiers,
  'POST /api/finance': staff,
  'POST /api/finance/similar': staff,
  'GET /api/finance/:id': staff,
  'GET /api/finance/:id?query=edit': staff,
  'GET /api/finance/:id?query=verify': verifiers,
  'PUT /api/finance/:id': staff,
  'POST /api/finance/:id/unverify': verifiers,
  'POST /api/finance/:id/return': verifiers,
  'GET /api/reports': signedIn,
  'GET /api/reports?query=:student': signedIn,
  'GET /api/reports?query=profile': signedIn,
  'GET /api/reports?query=academic-rep': managers,
  'GET /api/reports?query=waiting': verifiers,
  'GET /api/reports/:id': staff,
  'GET /api/reports/:id?query=edit': staff,
  'GET /api/reports/:id?query=verify': verifiers,
  'POST /api/reports': staff,
  'PUT /api/reports/:id': staff,
  'POST /api/reports/:id/unverify': verifiers,
  'POST /api/reports/:id/return': verifiers,
  'GET /api/doc': signedIn,
  'POST /api/doc': staff,
  'POST /api/downloads': staff,
  'GET /api/downloads/everything': directors,
  'GET /api/drafts/:key': staff,
  'PUT /api/drafts/:key': staff,
  'DELETE /api/drafts/:key': staff,
  'GET /api/gallery/known': staff,
  'POST /api/gallery': staff,
  'DELETE /api/gallery/:id': managers,
  'POST /api/uploads': staff,
  'HEAD /api/uploads/:id': staff,
  'PATCH /api/uploads/:id': staff,
  'DELETE /api/uploads/:id': staff,
  'GET /api/files/:id': signedIn,
  'GET /api/letters': managers,
  'GET /api/letters/:id': managers,
  'POST /api/letters/retry': administrators,
  'POST /api/letters/:id/retry': administrators,
  'POST /api/letters/:id/link': administrators,
  'GET /api/backups': administrators,
  'POST /api/backups': administrators,
  'GET /api/funding': staff,
  'GET /api/funding?query=schools': staff,
  'GET /api/funding?query=late': managers,
  'GET /api/funding?query=ends_soon': managers,
  'GET /api/funding?query=waiting': managers,
  'POST /api/funding/departures': staff,
  'POST /api/funding/waiting': managers,
  'POST /api/funding/received': managers,
  'POST /api/funding/letters': managers,
  'GET /api/students/:id/funding': staff,
  'GET /api/plans': managers,
  'PUT /api/plans': managers,
  'GET /api/plans/draft': managers,
  'POST /api/plans/draft': managers,
  'PUT /api/plans/draft': managers,
  'POST /api/plans/draft/save': managers,
  'DELETE /api/plans/draft': managers,
  'PUT /api/students/:id/plans': managers,
  'PUT /api/students/:id/plans/terms': managers,
  'PUT /api/students/:id/class': managers,
  'GET /api/students/:id/commitments': staff,
  'POST /api/students/:id/commitments': managers,
  'PUT /api/commitments/:id': managers,
  'DELETE /api/commitments/:id': managers,
  'POST /api/commitments/:id/received': managers,
  'GET /api/schools/:id/account': managers,
  'PUT /api/schools/:id/account': directors,
  'GET /api/school-accounts': managers,
  'GET /api/payments': managers,
  'GET /api/payments?query=mine': staff,
  'POST /api/payments': verifiers,
  'GET /api/payments/:id': managers,
  'PUT /api/payments/:id/lines': managers,
  'POST /api/payments/:id/ready': verifiers,
  'POST /api/payments/:id/return': directors,
  'POST /api/payments/:id/approve': directors,
  'POST /api/payments/:id/reopen': managers,
  'POST /api/payments/:id/paid': managers,
  'POST /api/payments/:id/came-back': managers,
  'GET /api/payments/:id/transfers': managers,
  'GET /api/payments/:id/file': managers,
  'POST /api/payments/:id/remittance': managers,
  'PUT /api/payment-lines/:id/receipts': staff,
  'GET /api/schools': staff,
  'GET /api/schools/:id': staff,
  'POST /api/schools': managers,
  'PUT /api/schools/:id': managers,
  'GET /api/clusters': staff,
  'POST /api/clusters': managers,
  'GET /api/years': signedIn,
  'POST /api/years': managers,
  'POST /api/years/next': managers,
  'GET /api/terms': signedIn,
  'POST /api/terms': managers,
  'GET /api/classes': signedIn,
  'POST /api/classes': managers,
  'GET /api/classes/doubtful': administrators,
  'PUT /api/classes/:id': administrators,
  'GET /api/grade-scales': staff,
  'PUT /api/grade-scales': administrators,
  'GET /api/calendar': staff,
  'PUT /api/calendar': managers,
  'GET /api/subjects': signedIn,
  'POST /api/subjects': managers,
  'GET /api/notifications': managers,
  'POST /api/notifications': administrators,
  'GET /api/notifications/preview': administrators,
  'GET /api/notifications/letter': administrators,
  'GET /api/search': staff,
  'GET /api/notifications/missing': staff,
  'GET /api/notifications/terms': staff,
  'GET /api/notifications/missing/counts': staff,
  'GET /api/notifications/work': staff,
  'GET /api/docs': managers,
}

/** Any other address is a file of the built page, which everybody may load. */
const isCall = (url: string) => /^\/(api|sanctum)(\/|$)/.test(url)

const pathOf = (route: string) => route.split('?')[0] ?? route
/** The path of a route, with ids that do not exist. */
const askedAs = (route: string) => route.replaceAll(/:(id|key|student|first|second)/g, '999')

function expected(route: string, visitor: Visitor): Outcome {
  if (admitted[route]?.includes(visitor)) return 'admitted'
  return visitor === 'signed out' ? 401 : 403
}

it('has a line for every route', async () => {
  const { app } = await openTestApp()
  const all = watchedOf(app).routes.flatMap(({ method, url }) =>
    [method].flat().map((name) => ({ name, url })),
  )
  const read = new Set(all.filter(({ name }) => name === 'GET').map(({ url }) => url))
  // Every GET has a HEAD, with the same rule.
  const routes = all.filter(({ name, url }) => name !== 'HEAD' || !read.has(url))
  const calls = new Set(routes.filter(({ url }) => isCall(url)).map(({ name, url }) => `${name} ${url}`))
  expect([...calls].toSorted()).toEqual([...new Set(Object.keys(admitted).map(pathOf))].toSorted())
  expect(routes.filter(({ name, url }) => !isCall(url) && name !== 'GET')).toEqual([])
})

it('has a line for every call that `query` selects', () => {
  const byPath = Map.groupBy(Object.keys(allCalls), pathOf)
  const selected = [...byPath.values()].filter(({ length }) => length > 1).flat()
  const lines = Object.keys(admitted).filter((route) => route.includes('?'))
  expect(lines.toSorted()).toEqual(selected.filter((name) => name.includes('?')).toSorted())
})

it.for(visitors)('admits %s where they may go, and nowhere else', async (visitor) => {
  const test = await openWithCast()
  const outcomes: Record<string, Outcome> = {}
  for (const route of Object.keys(admitted)) {
    const [method = '', url = ''] = askedAs(route).split(' ')
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    for (const name of methods) {
      // A new session each time, because signing out is among the calls.
      const client = visitor === 'signed out' ? test.client() : await test.signIn(cast[visitor])
      // Sends the CSRF token too: a GET call that changes something checks it before the role.
      const headers = {
        'x-requested-with': 'XMLHttpRequest',
        'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
      }
      const { status } =
        name === 'GET' || name === 'HEAD'
          ? await client.send({ method: name, url, headers })
          : await client.call(`${name} ${url}`)
      // An admitted call may still be refused for its content.
      expect(status, `${name} ${url}`).toBeLessThan(500)
      outcomes[`${name} ${url}`] = status === 401 || status === 403 ? status : 'admitted'
    }
  }
  const everywhere = Object.keys(admitted).flatMap((route) => {
    const call = askedAs(route)
    const calls = call.startsWith('GET ') ? [call, call.replace('GET', 'HEAD')] : [call]
    return calls.map((name) => [name, expected(route, visitor)])
  })
  expect(outcomes).toEqual(Object.fromEntries(everywhere))
})

/** What a session may call that still lacks its second step, or must set one up first; besides what everybody may. */
const waiting = {
  second_step: ['POST /api/login/second-step', 'POST /api/logout'],
  set_up: [
    'GET /api/account/security',
    'GET /api/session',
    'POST /api/account/second-steps',
    'POST /api/account/second-steps/:id/confirm',
    'POST /api/logout',
  ],
} as const

it.for(['second_step', 'set_up'] as const)(
  'admits a session that waits for %s to few calls',
  async (state) => {
    const test = await openWithCast()
    const open: string[] = []
    const refusals = new Set<number>()
    for (const route of Object.keys(admitted).filter(
      (name) => admitted[name] !== anybody && !name.startsWith('HEAD '),
    )) {
      const client = await test.signIn(cast.administrator)
      await test.db.updateTable('sessions').set({ state }).execute()
      const { status, body } = await client.call(askedAs(route))
      const { code } = (body ?? {}) as { code?: string }
      if (code === state) refusals.add(status)
      else open.push(route)
    }
    expect([...refusals]).toEqual([state === 'set_up' ? 403 : 401])
    expect(open.toSorted()).toEqual(waiting[state])
  },
)

it('uses the role numbers of the specification', () => {
  const allowed = (rule: (role: number) => boolean) => [1, 2, 3, 4, 5, 6].filter(rule)
  expect(allowed(permissions.canSeeUsers)).toEqual([1, 2, 3])
  expect(allowed(permissions.canSeeAccountLetters)).toEqual([1])
  expect(allowed(permissions.canSeeBackups)).toEqual([1])
  expect(allowed(permissions.canSeeSchools)).toEqual([1, 2, 3, 4])
  expect(allowed(permissions.canEditSchools)).toEqual([1, 2, 3])
  expect(allowed(permissions.canAddLookups)).toEqual([1, 2, 3])
  expect(allowed(permissions.canSeeStaffNotes)).toEqual([1, 2, 3, 4])
  expect(allowed(permissions.canReadApiDocs)).toEqual([1, 2, 3])
})
