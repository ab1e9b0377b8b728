import { expect, it } from 'vitest'
import { scenarios } from '../testing/scenarios.ts'
import { openWithCast } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { watchedOf } from '../testing/watchAnswers.ts'

type Parameter = { in: string; name: string }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, []>[]
  parameters: Parameter[]
  responses: Record<string, { description?: string; $ref?: string }>
}
type Description = {
  openapi: string
  info: { description: string; contact: object; license: { identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, object>
    responses: Record<string, object>
    securitySchemes: Record<string, object>
  }
}

scenarios('GET /api/docs', [
  {
    name: 'describes the calls, made from the schemas that check them',
    as: 'coordinator',
    call: 'GET /api/docs',
    contains: { openapi: '3.1.0' },
    async after(_test, { body }) {
      const { paths, components } = body as Description
      expect(Object.keys(paths)).toEqual(
        expect.arrayContaining(['/api/login', '/api/getUsers', '/api/register', '/api/delete/{id}']),
      )
      expect(paths['/api/register']?.['post']).toMatchObject({
        operationId: 'postRegister',
        tags: ['users'],
        requestBody: { content: { 'application/json': { schema: ref('UserForm') } } },
      })
      expect(JSON.stringify(components.schemas['UserForm'])).toContain('"first_name"')
    },
  },
])

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

async function open() {
  const test = await openWithCast()
  const { body, text } = await (await test.signIn(cast.coordinator)).get('/api/docs')
  const description = body as Description
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => Object.assign(operation, { path, method })),
  )
  return { ...description, operations, text, test }
}

// The rules that Redocly's `recommended` and Spectral's `spectral:oas` check, as far as our description could break them.
it('keeps the rules of the common linters', async () => {
  const { info, servers, tags, operations, components, text } = await open()
  expect(info).toMatchObject({
    contact: { name: expect.any(String) },
    license: { identifier: expect.any(String) },
  })
  expect(info.description.length).toBeGreaterThan(100)
  // A relative address, because readers know which server they loaded the document from.
  expect(servers).toEqual([{ url: '/' }])

  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([])
  expect(ids).toEqual([...new Set(ids)])
  for (const { operationId, path, summary, description, tags: own, parameters, responses } of operations) {
    expect(summary && description, operationId).toBeTruthy()
    expect(tags.map(({ name }) => name)).toContain(own[0])
    expect(
      Object.keys(responses).filter((status) => /^2../.test(status)),
      operationId,
    ).not.toEqual([])
    expect(responses['4XX'], operationId).toEqual({ $ref: '#/components/responses/Refusal' })
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`)
    expect(path.match(/\{\w+\}/g) ?? [], operationId).toEqual(inPath)
    const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
    expect(names, operationId).toEqual([...new Set(names)])
  }
  expect(tags.filter(({ description }) => !description)).toEqual([])
  const ofServer = operations.filter((each) => each.tags.includes('server')).map(({ path }) => path)
  expect(ofServer.filter((path) => /\/(downloads|grade-scales|search)$/.test(path))).toEqual([])
  expect(tags.map(({ name }) => name).toSorted()).toEqual(
    [...new Set(operations.flatMap((each) => each.tags))].toSorted(),
  )

  const pointers = new Set(text.match(/#\/[\w/$]+/g))
  const defined = (['schemas', 'responses'] as const).flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...pointers].toSorted()).toEqual(defined.toSorted())
})

it('describes every call but the page’s files', async () => {
  const { operations, test } = await open()
  const read = new Set(
    watchedOf(test.app)
      .routes.filter(({ method }) => method.includes('GET'))
      .map(({ url }) => url),
  )
  const routes = watchedOf(test.app).routes.flatMap(({ method, url }) =>
    [method]
      .flat()
      .flatMap((each) =>
        each === 'HEAD' && read.has(url) ? [] : [`${each} ${url.replaceAll(/:(\w+)/g, '{$1}')}`],
      ),
  )
  const calls = new Set(routes.filter((route) => /^\S+ \/(api|sanctum)\//.test(route)))
  expect(operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`).toSorted()).toEqual(
    [...calls].toSorted(),
  )
})

it('says how one signs in: cookie, token and marker', async () => {
  const { components, operations } = await open()
  expect(components.securitySchemes).toMatchObject({
    session: { type: 'apiKey', in: 'cookie', name: 'elimu_session' },
    token: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
    marker: { type: 'apiKey', in: 'header', name: 'X-Requested-With' },
  })
  const needed = (id: string) =>
    operations
      .find(({ operationId }) => operationId === id)
      ?.security.map((each) => Object.keys(each).toSorted())
  expect(needed('getHealth')).toEqual([])
  expect(needed('getSanctumCsrfCookie')).toEqual([['marker']])
  expect(needed('postLogin')).toEqual([['marker', 'token']])
  expect(needed('getUsers')).toEqual([['marker', 'session']])
  expect(needed('getFilesById')).toEqual([['session']])
  expect(needed('postRegister')).toEqual([['marker', 'session', 'token']])
  // Verifying changes something, although it is a GET.
  expect(needed('getReportsById')).toEqual([
    ['marker', 'session'],
    ['marker', 'session', 'token'],
  ])
})

it('says who may make a call, and each call of a path with several', async () => {
  const { operations } = await open()
  const words = (id: string) => operations.find(({ operationId }) => operationId === id)?.description
  expect(words('postLogin')).toBe('Open to everybody.')
  expect(words('getSession')).toBe('For everybody who is signed in.')
  expect(words('getUsers')).toBe('For: System Administrator, Director, Programme Coordinator.')
  expect(words('getNotifications')).toMatch(/Coordinator, the account that `NOTIFICATIONS_ADMIN` names\.$/)
  expect(words('getStudents')).toMatch(/^- `query=list`, or none: The students.*\n- `query=activities`/)
})

it('writes each schema once, so that it stays small', async () => {
  const { text, components } = await open()
  expect(Object.keys(components.schemas)).toEqual(
    expect.arrayContaining(['StudentProfile', 'StudentBody', 'ReportCardForm', 'ErrorBody']),
  )
  expect(text.length).toBeLessThan(300_000)
  // A needed field of a student, and of a student that is edited.
  expect(text.split('"annual_finance"')).toHaveLength(1 + 2 * 2)
})

it.for(['administrator', 'liaison', 'signed out'] as const)(
  'leads a browser to the page, which asks for the description itself (%s)',
  async (who) => {
    const test = await openWithCast()
    const client = who === 'signed out' ? test.client() : await test.signIn(cast[who])
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const answer = await client.send({ method: 'GET', url: '/api/docs', headers: browser })
    expect([answer.status, answer.headers['location'], answer.text]).toEqual([302, '/dashboard/calls', ''])
    expect(answer.headers['vary']).toContain('accept')
  },
)
