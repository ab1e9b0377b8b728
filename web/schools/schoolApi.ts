import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ClusterForm, type School, type SchoolForm } from '#contract/schools.ts'
import { type AccountForm, sameAccount } from '#contract/money/schoolAccounts.ts'
import { searchText } from '#contract/base/lists.ts'
import { call } from '../ui/call.ts'
import type { ListSource } from '../ui/list/rows/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export const schoolsList: ListSource<School> = {
  call: 'GET /api/schools',
  rowKey: ({ id }) => id,
  searchText: ({ school, cluster_name }) => searchText([], [school, cluster_name]),
}

export const clustersQuery = queryOptions({
  queryKey: ['clusters'],
  queryFn: ({ signal }) => call('GET /api/clusters', { signal }),
  select: ({ data }) => data,
})

export const addCluster = (form: ClusterForm, transfer: Transfer) =>
  call('POST /api/clusters', { body: form, ...transfer })

export const addSchool = (form: SchoolForm, transfer: Transfer) =>
  call('POST /api/schools', { body: form, ...transfer })

/** Refused if the school has changed since the list showed it. */
export const editSchool = (school: School, form: SchoolForm, transfer: Transfer) =>
  call('PUT /api/schools/:id', {
    params: { id: school.id },
    // The call takes the fields of the form from the school.
    body: { ...form, seen: school },
    ...transfer,
  })

/** All schools with their accounts. */
export const accountsQuery = queryOptions({
  queryKey: ['schoolAccounts'],
  queryFn: ({ signal }) => call('GET /api/school-accounts', { signal }),
  select: ({ data }) => data,
})

/** The account of a school, the earlier ones, and who else has it. */
export const accountQuery = (school: number) =>
  queryOptions({
    queryKey: [...accountsQuery.queryKey, school],
    queryFn: ({ signal }) => call('GET /api/schools/:id/account', { params: { id: school }, signal }),
    select: ({ data }) => data,
  })

export const setAccount = (
  { id, name }: { id: number; name: string },
  body: AccountForm,
  transfer: Transfer,
) =>
  call('PUT /api/schools/:id/account', {
    params: { id },
    body,
    action: { verb: 'set the account of', name },
    ...transfer,
  })

/** The other schools with this account. A failure of this check must not prevent the save, which reports them too. */
export async function listSharing(client: QueryClient, school: number, form: AccountForm): Promise<string[]> {
  try {
    const { data } = await client.fetchQuery(accountsQuery)
    return data.flatMap(({ school_id, school: name, account }) =>
      account && school_id !== school && sameAccount(account) === sameAccount(form) ? [name] : [],
    )
  } catch (error) {
    // oxlint-disable-next-line no-console
    console.warn('Elimu could not check for schools with the same account.', error)
    return []
  }
}
