import type { ClusterRow } from '#contract/reports.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { StudentPicture } from '../students/StudentPicture.tsx'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import { clusterColumns } from './clusterColumns.tsx'
import { clusterDownload } from './clusterDownload.ts'
import classes from './ClusterReportPanel.module.css'
import { clusterReport } from './reportLists.ts'

export function ClusterReportPanel() {
  return (
    <div className={classes.list}>
      <DataList
        source={clusterReport}
        columns={clusterColumns}
        card={clusterCard}
        noun="students"
        searchLabel="Search by ref, name, school or cluster"
        noMatchHint="Check the spelling, or search by ref."
        emptyHint="Students appear here once they are added."
        renderHead={(list) => <DownloadHead title="Cluster Report" list={list} download={clusterDownload} />}
      />
    </div>
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
