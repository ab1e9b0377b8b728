import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openS3Server } from './s3Server.ts'
import { addStudents } from '../data/students.ts'
import type { TestDatabase } from '../database/testDatabase.ts'
import { openWithCast } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'
import { addUploadTrial, callHeaders, formOf, type Parts, type Trial } from './uploadTrial.ts'
import { cast } from '../data/users.ts'

type Opening = { as?: TestClient; method?: 'GET' | 'HEAD'; headers?: Record<string, string> }

export const places = ['on disk', 'on S3'] as const

/** An app that stores its files in one of the places, with a student of the cast's supporter. */
export async function openFileTrial(
  place: (typeof places)[number] = 'on disk',
  { database, ...settings }: { database?: TestDatabase; BACKUP_TO?: string } = {},
) {
  const s3 = place === 'on S3' ? await openS3Server() : undefined
  const test = await openWithCast({
    ...(database && { database }),
    settings: { STORAGE_URL: s3?.url ?? '', ...settings },
  })
  const [student_id = 0] = await addStudents(test.db, [{ supporter_id: cast.supporter.id }])
  addUploadTrial(test, student_id)
  const client = await test.signIn(cast.liaison)

  return {
    test,
    s3,
    client,
    student_id,
    send: (parts: Parts) => client.post('/api/trial', formOf(parts)),
    /** Stores files, and returns their ids. */
    keep: async (parts: Record<string, Buffer | File>): Promise<Trial['ids']> => {
      const answer = await client.post('/api/trial', formOf({ ...parts, keep: '1' }))
      expect(answer.status, answer.text).toBe(200)
      return (answer.body as Trial).ids
    },
    /** The answer to a browser that opens an address, without the headers of our page. */
    open: async (url: string, { as = client, method = 'GET', headers = {} }: Opening = {}) => {
      const { cookie } = callHeaders(as)
      const answer = await test.app.inject({ method, url, headers: { cookie, ...headers } })
      return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
    },
    /** The name of every file in the store. */
    bytes: async () => {
      const folder = s3?.folder ?? join(test.files.incoming, '../files')
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    },
    notes: () => test.db.selectFrom('unowned_bytes').selectAll().orderBy('key').execute(),
    rows: () => test.db.selectFrom('files').selectAll().orderBy('id').execute(),
  }
}
