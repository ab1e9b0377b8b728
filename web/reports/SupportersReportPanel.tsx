import type { SupporterRow } from '#contract/reports.ts'
import { DataList } from '../ui/list/DataList.tsx'
import { DownloadHead } from '../ui/export/DownloadHead.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { supportersReport } from './reportLists.ts'
import { SupporterStudents } from './SupporterStudents.tsx'
import { studentLines, supportersColumns, Unassigned } from './supportersColumns.tsx'
import { supportersDownload } from './supportersDownload.ts'

export const SupportersReportPanel = () => (
  <DataList
    source={supportersReport}
    columns={supportersColumns}
    card={supporterCard}
    noun="supporters"
    searchLabel="Search by supporter name or email"
    noMatchHint="Check the spelling, or search by email."
    emptyHint="Supporters appear here once they are added under Users."
    renderHead={(list) => <DownloadHead title="Supporters List" list={list} download={supportersDownload} />}
    lineCount={studentLines}
  />
)

const supporterCard = ({ name, email, students }: SupporterRow) => (
  <ListCard
    title={name}
    lines={[email]}
    facts={[
      {
        label: students.length > 1 ? 'Students' : 'Student',
        value: students.length > 0 ? <SupporterStudents students={students} /> : <Unassigned />,
        isWide: true,
      },
    ]}
    actions={[]}
  />
)
