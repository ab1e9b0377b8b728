import { queryOptions } from '@tanstack/react-query'
import {
  type Cluster,
  type ClusterForm,
  type School,
  type SchoolForm,
  schoolSearchText,
} from '#contract/schools.ts'
import { http } from '../ui/http.ts'
import type { ListSource } from '../ui/list/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

type Saved<Data> = { message: string; data: Data }

export const schoolsList: ListSource<School> = {
  path: '/api/schools',
  rowKey: ({ id }) => id,
  searchText: schoolSearchText,
}

export const clustersQuery = queryOptions({
  queryKey: ['clusters'],
  queryFn: ({ signal }) => http.get<{ data: Cluster[] }>('/api/clusters', { signal }),
  select: ({ data }) => data,
})

export const addCluster = (form: ClusterForm, transfer: Transfer) =>
  http.post<Saved<Cluster>>('/api/clusters', form, transfer)

export const addSchool = (form: SchoolForm, transfer: Transfer) =>
  http.post<Saved<School>>('/api/schools', form, transfer)

export const editSchool = (id: number, form: SchoolForm, transfer: Transfer) =>
  http.put<Saved<School>>(`/api/schools/${id}`, { id, ...form }, transfer)
