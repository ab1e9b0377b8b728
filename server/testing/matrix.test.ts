import { expect, it } from 'vitest'
import * as permissions from '#contract/permissions.ts'
import { openTestApp } from './testApp.ts'
import { addCast, cast } from './users.ts'
import { watchedOf } from './watchAnswers.ts'

type Rule = 'public' | 'signed in' | ((role: number) => boolean)

/** Who may call what. Every route has its line; the rules by role are those of the contract. */
const rules: Record<string, Rule> = {
  'GET /api/health': 'public',
  'GET /sanctum/csrf-cookie': 'public',
  'POST /api/login': 'public',
  'POST /api/logout': 'signed in',
  'GET /api/session': 'signed in',
  'GET /api/CurrentDate': 'public',
  'POST /api/getuser/:id': 'public',
  'POST /api/changepsw/:id': 'public',
  'POST /api/forgotpsw': 'public',
  'GET /api/getUsers': permissions.canSeeUsers,
  'GET /api/getRoles': permissions.canSeeUsers,
  'POST /api/register': permissions.canSeeUsers,
  'POST /api/edit': permissions.canSeeUsers,
  'POST /api/statusUsr': permissions.canSeeUsers,
  'POST /api/delete/:id': permissions.canSeeUsers,
  'POST /api/resend/:id': permissions.canSeeUsers,
  'GET /api/students': 'signed in',
  'POST /api/students': permissions.canEditStudents,
  'GET /api/students/:id': 'signed in',
  'PUT /api/students/:id': permissions.canEditStudents,
  'PATCH /api/students/:id': permissions.canEditStudents,
  'GET /api/getliaison': permissions.canChooseLiaison,
  'GET /api/getsupporters': permissions.canSetSupporter,
  'GET /api/finance': 'signed in',
  'POST /api/finance': permissions.canEditFinance,
  'POST /api/finance/similar': permissions.canEditFinance,
  'GET /api/finance/:id': permissions.canEditFinance,
  'PUT /api/finance/:id': permissions.canEditFinance,
  'POST /api/finance/:id/return': permissions.canVerifyRecords,
  'GET /api/reports': 'signed in',
  'GET /api/reports/:id': permissions.canEditReports,
  'POST /api/reports': permissions.canEditReports,
  'PUT /api/reports/:id': permissions.canEditReports,
  'POST /api/reports/:id/return': permissions.canVerifyRecords,
  'GET /api/doc': 'signed in',
  'POST /api/doc': permissions.canAddDocuments,
  'GET /api/drafts/:key': permissions.canKeepDrafts,
  'PUT /api/drafts/:key': permissions.canKeepDrafts,
  'DELETE /api/drafts/:key': permissions.canKeepDrafts,
  'GET /api/gallery/known': permissions.canEditGallery,
  'POST /api/gallery': permissions.canEditGallery,
  'DELETE /api/gallery/:id': permissions.canDeleteMedia,
  'POST /api/uploads': permissions.canEditGallery,
  'HEAD /api/uploads/:id': permissions.canEditGallery,
  'PATCH /api/uploads/:id': permissions.canEditGallery,
  'DELETE /api/uploads/:id': permissions.canEditGallery,
  'GET /api/files/:id': 'signed in',
  'GET /api/letters': permissions.canSeeLetters,
  'POST /api/letters/:id/retry': permissions.canSeeLetters,
  'POST /api/letters/:id/link': permissions.canSeeLetters,
  'GET /api/schools': permissions.canSeeSchools,
  'GET /api/schools/:id': permissions.canSeeSchools,
  'POST /api/schools': permissions.canEditSchools,
  'PUT /api/schools/:id': permissions.canEditSchools,
  'GET /api/clusters': permissions.canSeeSchools,
  'POST /api/clusters': permissions.canEditSchools,
  'GET /api/years': 'signed in',
  'POST /api/years': permissions.canAddLookups,
  'GET /api/terms': 'signed in',
  'POST /api/terms': permissions.canAddLookups,
  'GET /api/classes': 'signed in',
  'POST /api/classes': permissions.canAddLookups,
  'GET /api/subjects': 'signed in',
  'POST /api/subjects': permissions.canAddLookups,
  'GET /api/notifications': permissions.canSeeNotifications,
  'POST /api/notifications': permissions.canSendNotifications,
  'GET /api/notifications/preview': permissions.canSendNotifications,
  'GET /api/notifications/letter': permissions.canSendNotifications,
  'GET /api/notifications/sent': permissions.canSeeNotifications,
  'GET /api/notifications/sent/:id': permissions.canSeeNotifications,
  'POST /api/notifications/retry': permissions.canSendNotifications,
  'GET /api/notifications/missing': permissions.canSeeGaps,
  'GET /api/docs': permissions.canReadApiDocs,
}

/** Anything else is a file of the built page, which anybody may load. */
const isCall = (url: string) => /^\/(api|sanctum)(\/|$)/.test(url)

const visitors = ['signed out', 'administrator', 'director', 'coordinator', 'liaison', 'supporter'] as const
type Visitor = (typeof visitors)[number]
type Outcome = 'admitted' | 401 | 403

function expected(rule: Rule, visitor: Visitor): Outcome {
  if (rule === 'public') return 'admitted'
  if (visitor === 'signed out') return 401
  return rule === 'signed in' || rule(cast[visitor].role_id) ? 'admitted' : 403
}

it('has a rule for every route', async () => {
  const { app } = await openTestApp()
  const all = watchedOf(app).routes.flatMap(({ method, url }) =>
    [method].flat().map((name) => ({ name, url })),
  )
  const read = new Set(all.filter(({ name }) => name === 'GET').map(({ url }) => url))
  // A HEAD comes with every GET, and with its rule.
  const routes = all.filter(({ name, url }) => name !== 'HEAD' || !read.has(url))
  const calls = routes.filter(({ url }) => isCall(url)).map(({ name, url }) => `${name} ${url}`)
  expect(calls.toSorted()).toEqual(Object.keys(rules).toSorted())
  expect(routes.filter(({ name, url }) => !isCall(url) && name !== 'GET')).toEqual([])
})

it.for(visitors)('admits %s where they may go, and nowhere else', async (visitor) => {
  const test = await openTestApp()
  await addCast(test.db)
  const outcomes: Record<string, Outcome> = {}
  for (const route of Object.keys(rules)) {
    const [method = '', url = ''] = route.replace(/:(id|key)/, '999').split(' ')
    const methods = method === 'GET' ? ['GET', 'HEAD'] : [method]
    for (const name of methods) {
      // Anew each time: signing out is among the calls.
      const client = visitor === 'signed out' ? test.client() : await test.signIn(cast[visitor])
      const marker = { 'x-requested-with': 'XMLHttpRequest' }
      const { status } =
        name === 'HEAD'
          ? await client.send({ method: name, url, headers: marker })
          : await client.call(`${name} ${url}`)
      // What was admitted may still be refused for what it holds, or does not.
      expect(status, `${name} ${url}`).toBeLessThan(500)
      outcomes[`${name} ${url}`] = status === 401 || status === 403 ? status : 'admitted'
    }
  }
  const everywhere = Object.entries(rules).flatMap(([route, rule]) => {
    const call = route.replace(/:(id|key)/, '999')
    const calls = call.startsWith('GET ') ? [call, call.replace('GET', 'HEAD')] : [call]
    return calls.map((name) => [name, expected(rule, visitor)])
  })
  expect(outcomes).toEqual(Object.fromEntries(everywhere))
})

it('keeps the numbers of the specification', () => {
  const allowed = (rule: (role: number) => boolean) => [1, 2, 3, 4, 5, 6].filter(rule)
  expect(allowed(permissions.canSeeUsers)).toEqual([1, 2, 3])
  expect(allowed(permissions.canSeeLetters)).toEqual([1])
  expect(allowed(permissions.canSeeSchools)).toEqual([1, 2, 3, 4])
  expect(allowed(permissions.canEditSchools)).toEqual([1, 2, 3])
  expect(allowed(permissions.canAddLookups)).toEqual([1, 2, 3])
  expect(allowed(permissions.canSeeStaffNotes)).toEqual([1, 2, 3, 4])
  expect(allowed(permissions.canReadApiDocs)).toEqual([1, 2, 3])
})
