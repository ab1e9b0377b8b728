import { queryOptions } from '@tanstack/react-query'
import { type ClusterForm, type School, type SchoolForm } from '#contract/schools.ts'
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
