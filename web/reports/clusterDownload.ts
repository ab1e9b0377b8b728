import type { ClusterRow } from '#contract/reports.ts'
import type { Download } from '../ui/export/Download.ts'
import { studentStatusWord } from '../students/StudentStatusBadge.tsx'

export const clusterDownload: Download<ClusterRow> = {
  name: 'cluster-report',
  headers: ['No.', 'Ref', 'Student Name', 'Current School', 'Cluster', 'Liaison Officer', 'Student Status'],
  lines: ({ ref, name, school, cluster_name, liaison, status }, number) => [
    [number, ref, name, school, cluster_name, liaison, studentStatusWord(status)],
  ],
}
