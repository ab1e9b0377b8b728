import fastify from 'fastify'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { watchedOf } from './watchAnswers.ts'

const row = z.object({ id: z.number() })
const data = z.array(row)
const either = z.union([z.object({ data }), z.object({ data, meta: z.object({ total: z.number() }) })])

it.for([
  ['one schema', { data: [{ id: 1 }] }, []],
  ['a later schema that has more fields', { data: [], meta: { total: 0 } }, []],
  ['fields of no schema', { data: [], more: 1 }, [expect.stringContaining('undeclared fields')]],
  ['less than any schema', {}, [expect.stringContaining('Value is not valid')]],
] as const)('compares an answer with each schema of a union: %s', async ([, answer, problems]) => {
  const app = fastify()
  app.setSerializerCompiler(() => JSON.stringify)
  app.get('/', { schema: { response: { 200: either } } }, () => answer)
  await app.inject('/')
  expect(watchedOf(app).problems).toEqual(problems)
})
