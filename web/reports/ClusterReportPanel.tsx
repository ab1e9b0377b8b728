import type { ClusterRow } from '#contract/reports.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { StudentPicture } from '../students/files/StudentPicture.tsx'
import { StudentStatusBadge, studentStatusWord } from '../students/StudentStatusBadge.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { pictureColumn, refColumn, statusColumn } from '../students/studentColumns.tsx'
import type { Download } from '../ui/export/Download.ts'
import { clusterReport } from './reportLists.ts'

export function ClusterReportPanel() {
  return (
    <DataList
      source={clusterReport}
      columns={clusterColumns}
      card={clusterCard}
      noun="students"
      rowHeight="tall"
      searchLabel="Search by ref, name, school or cluster"
      noMatchHint="Check the spelling, or search by ref."
      emptyHint="Students appear here once they are added."
      renderHead={(list) => <DownloadHead title="Cluster Report" list={list} download={clusterDownload} />}
    />
  )
}

const clusterCard = (student: ClusterRow) => (
  <ListCard
    image={<StudentPicture student={student} />}
    title={student.name}
    lines={[student.ref]}
    badge={<StudentStatusBadge status={student.status} />}
    facts={[
      { label: 'Current School', value: student.school, isWide: true },
      { label: 'Cluster', value: student.cluster_name },
      { label: 'Liaison Officer', value: student.liaison },
    ]}
    actions={[]}
  />
)

const clusterColumns: ListColumn<ClusterRow>[] = [
  numberColumn('wide'),
  pictureColumn,
  refColumn,
  fieldColumn('name', 'Student Name', { isName: true }),
  fieldColumn('school', 'Current School'),
  fieldColumn('cluster_name', 'Cluster', { under: 'school' }),
  fieldColumn('liaison', 'Liaison Officer'),
  statusColumn('Student Status'),
]

const clusterDownload: Download<ClusterRow> = {
  name: 'cluster-report',
  headers: ['No.', 'Ref', 'Student Name', 'Current School', 'Cluster', 'Liaison Officer', 'Student Status'],
  lines: ({ ref, name, school, cluster_name, liaison, status }, number) => [
    [number, ref, name, school, cluster_name, liaison, studentStatusWord(status)],
  ],
}
