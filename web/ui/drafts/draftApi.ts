import type { Draft, DraftForm } from '#contract/drafts.ts'
import { http } from '../http.ts'

const pathOf = (key: string) => `/api/drafts/${key}`

export const findDraft = async (key: string, signal?: AbortSignal) =>
  (await http.get<{ data: Draft | null }>(pathOf(key), { signal })).data

export const keepDraft = async (key: string, draft: DraftForm, signal?: AbortSignal) =>
  (await http.put<{ data: Pick<Draft, 'version' | 'saved_at'> }>(pathOf(key), draft, { signal })).data

export const removeDraft = (key: string, version: number) => http.delete(pathOf(key), { query: { version } })
