import {
  type ClusterRow,
  clusterSearchText,
  type SupporterRow,
  supporterSearchText,
} from '#contract/reports.ts'
import type { ListSource } from '../ui/list/ListSource.ts'

export const clusterReport: ListSource<ClusterRow> = {
  path: '/api/students',
  query: { query: 'cluster-rep' },
  rowKey: ({ id }) => id,
  searchText: clusterSearchText,
}

export const supportersReport: ListSource<SupporterRow> = {
  path: '/api/getsupporters',
  query: { query: 'supporter-rep' },
  rowKey: ({ id }) => id,
  searchText: supporterSearchText,
}
