import {
  type ClusterRow,
  clusterSearchText,
  type SupporterRow,
  supporterSearchText,
} from '#contract/reports.ts'
import type { ListSource } from '../ui/list/rows/ListSource.ts'

export const clusterReport: ListSource<ClusterRow> = {
  call: 'GET /api/students?query=cluster-rep',
  rowKey: ({ id }) => id,
  searchText: clusterSearchText,
}

export const supportersReport: ListSource<SupporterRow> = {
  call: 'GET /api/getsupporters?query=supporter-rep',
  rowKey: ({ id }) => id,
  searchText: supporterSearchText,
}
