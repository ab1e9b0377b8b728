import { z } from 'zod'
import { imageFile, mediaFile, pdfFile } from '#contract/base/files.ts'
import { addFileRow, withStored } from '../../files/storeUpload.ts'
import type { Upload } from '../../files/receiveFile.ts'
import { signedIn } from '../../http/session.ts'
import type { TestApp } from '../testApp.ts'
import type { TestClient } from '../testClient.ts'

/** Adds a call that takes files like those of the features, and returns what it was given. */
export function addUploadTrial({ app, services, db, clock }: TestApp, student_id = 1): void {
  const ids = z.object({ pic: z.number(), cert: z.number() }).partial()
  const answer = z.object({ body: z.unknown(), uploads: z.record(z.string(), z.unknown()), ids })
  app.post(
    '/api/trial',
    {
      config: { uploads: { pic: imageFile, cert: pdfFile, media: mediaFile } },
      schema: { body: z.record(z.string(), z.unknown()), response: { 200: answer } },
    },
    async (request) => {
      const uploads = Object.fromEntries(
        Object.entries(request.uploads).map(([field, { path: _path, ...upload }]) => [field, upload]),
      )
      if (!('keep' in request.body)) return { body: request.body, uploads, ids: {} }
      const { pic, cert } = request.uploads
      const given = { ...(pic && { pic }), ...(cert && { cert }) } as Record<'pic' | 'cert', Upload>
      const purposes = { pic: 'picture', cert: 'certificate' } as const
      const kept = await withStored(given, purposes, services, (stored) =>
        db.transaction().execute(async (trx) => {
          const owner = { student_id, created_by: signedIn(request).id, created_at: clock().toISOString() }
          const owned: { pic?: number; cert?: number } = {}
          for (const field of ['pic', 'cert'] as const)
            if (given[field]) owned[field] = await addFileRow(trx, stored[field], owner)
          if (request.body['keep'] === 'fail') throw new Error('the transaction fails')
          return owned
        }),
      )
      return { body: request.body, uploads, ids: kept }
    },
  )
}

export type Trial = {
  body: Record<string, unknown>
  uploads: Record<string, { type: string; name: string; bytes: number; sha256: string }>
  ids: { pic?: number; cert?: number }
}

export type Parts = Record<string, string | Buffer | File> | [string, string | Buffer | File][]

/** Fields and files of a form. A Buffer becomes a file whose name says nothing about its type. */
export function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, part] of Array.isArray(parts) ? parts : Object.entries(parts))
    form.append(name, Buffer.isBuffer(part) ? new File([new Uint8Array(part)], 'a-file') : part)
  return form
}

/** The same as a browser writes it. */
export async function encodeForm(parts: Parts) {
  const request = new Request('http://localhost', { method: 'POST', body: formOf(parts) })
  return {
    type: request.headers.get('content-type') ?? '',
    payload: Buffer.from(await request.arrayBuffer()),
  }
}

/** The headers that a signed-in page sends with a call that changes something. */
export const callHeaders = ({ cookies }: TestClient) => ({
  'x-requested-with': 'XMLHttpRequest',
  'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  cookie: [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; '),
})
