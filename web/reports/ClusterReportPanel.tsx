import type { ClusterRow } from '#contract/reports.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { StudentPicture } from '../students/StudentPicture.tsx'
import { StudentStatusBadge, studentStatusWord } from '../students/StudentStatusBadge.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { pictureColumn, refColumn } from '../students/studentColumns.tsx'
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
  {
    name: 'name',
    header: 'Student Name',
    isName: true,
    cell: ({ name }) => name,
    sortBy: ({ name }) => name,
  },
  {
    name: 'school',
    header: 'Current School',
    cell: ({ school }) => school,
    sortBy: ({ school }) => school,
  },
  {
    name: 'cluster_name',
    header: 'Cluster',
    under: 'school',
    cell: ({ cluster_name }) => cluster_name,
    sortBy: ({ cluster_name }) => cluster_name,
  },
  {
    name: 'liaison',
    header: 'Liaison Officer',
    cell: ({ liaison }) => liaison,
    sortBy: ({ liaison }) => liaison,
  },
  {
    name: 'status',
    header: 'Student Status',
    shape: 'badge',
    cell: ({ status }) => <StudentStatusBadge status={status} />,
    sortBy: ({ status }) => status,
  },
]

const clusterDownload: Download<ClusterRow> = {
  name: 'cluster-report',
  headers: ['No.', 'Ref', 'Student Name', 'Current School', 'Cluster', 'Liaison Officer', 'Student Status'],
  lines: ({ ref, name, school, cluster_name, liaison, status }, number) => [
    [number, ref, name, school, cluster_name, liaison, studentStatusWord(status)],
  ],
}
