import { expect } from 'vitest'
import { scenarios } from '../testing/scenarios.ts'

scenarios('GET /api/docs', [
  {
    name: 'describes the calls, made from the schemas that check them',
    as: 'coordinator',
    call: 'GET /api/docs',
    status: 200,
    contains: { openapi: '3.1.0' },
    async after(_test, { body }) {
      const { paths } = body as { paths: Record<string, Record<string, { requestBody?: object }>> }
      expect(Object.keys(paths)).toEqual(
        expect.arrayContaining(['/api/login', '/api/getUsers', '/api/register', '/api/delete/{id}']),
      )
      expect(JSON.stringify(paths['/api/register']?.['post']?.requestBody)).toContain('"first_name"')
      expect(paths['/sanctum/csrf-cookie']).toBeUndefined()
    },
  },
  { name: 'is not for a liaison officer', as: 'liaison', call: 'GET /api/docs', status: 403 },
  { name: 'is not for the signed-out', as: 'signed out', call: 'GET /api/docs', status: 401 },
])
