import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ConsentGate, ConsentRow, StudentConsents } from '#contract/privacy/consents.ts'
import { searchText } from '#contract/base/lists.ts'
import { WORK_KEY } from '../../students/studentApi.ts'
import { call } from '../../ui/call.ts'
import { fieldMessagesOf } from '../../ui/http.ts'
import { listKey, type ListSource } from '../../ui/list/rows/ListSource.ts'

const KEY = 'consents'

/** What a student's family agreed to. */
export const consentsQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'of', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/students/:id/consents', { params: { id }, signal })).data,
  })

export const countsQuery = queryOptions({
  queryKey: [KEY, 'counts'],
  queryFn: async ({ signal }) => (await call('GET /api/consents?query=counts', { signal })).data,
})

export const gateQuery = queryOptions({
  queryKey: [KEY, 'gate'],
  queryFn: async ({ signal }) => (await call('GET /api/consents/gate', { signal })).data,
})

type FormsOf = { student: number } | { school: number; state?: 'needs_action' }

const FORMS = [KEY, 'forms']

/** The contents of a student's form, or of a school's forms. Never cached, because forms must show the latest facts. */
export const printedFormsQuery = (of: FormsOf) =>
  queryOptions({
    queryKey: [...FORMS, of],
    queryFn: async ({ signal }) =>
      (await call('GET /api/consents?query=forms', { query: inTexts(of), signal })).data,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
const inTexts = (of: FormsOf) =>
  'student' in of ? { student: String(of.student) } : { ...of, school: String(of.school) }

export const lacksContact = (error: Error | null) => 'contact' in fieldMessagesOf(error)

/** Shows what was saved, and loads forms that had no contact. */
export function useGateSaved() {
  const client = useQueryClient()
  return ({ data }: { data: ConsentGate }) => {
    client.setQueryData(gateQuery.queryKey, data)
    void client.invalidateQueries({ queryKey: FORMS })
  }
}

export const consentsList: ListSource<ConsentRow> = {
  call: 'GET /api/consents?query=list',
  rowKey: ({ id }) => id,
  searchText: ({ name, ref, school }) => searchText([name], [ref, school]),
}

/** Shows what was saved for a student, and refetches the queries that depend on it. */
export function useConsentsSaved(id: number) {
  const client = useQueryClient()
  return ({ data }: { data: StudentConsents }) => {
    client.setQueryData(consentsQuery(id).queryKey, data)
    for (const queryKey of [[KEY], listKey(consentsList), ['student', id], [WORK_KEY]])
      void client.invalidateQueries({ queryKey })
  }
}
