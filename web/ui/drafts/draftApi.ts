import type { DraftForm } from '#contract/drafts.ts'
import { call } from '../call.ts'

export const findDraft = async (key: string, signal?: AbortSignal) =>
  (await call('GET /api/drafts/:key', { params: { key }, signal })).data

export const keepDraft = async (key: string, draft: DraftForm, signal?: AbortSignal) =>
  (await call('PUT /api/drafts/:key', { params: { key }, body: draft, signal })).data

export const removeDraft = (key: string, version: number) =>
  call('DELETE /api/drafts/:key', { params: { key }, query: { version } })
