import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { canEditSchools } from '#contract/permissions.ts'
import type { School } from '#contract/schools.ts'
import { WordButton, type RowAction } from '../ui/IconButton.tsx'
import { ImportLink } from '../students/ImportLink.tsx'
import { DownloadList } from '../ui/export/DownloadList.tsx'
import { DataList } from '../ui/list/DataList.tsx'
import { ListCard } from '../ui/list/ListCard.tsx'
import { fieldColumn, type ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { ClusterFormModal, SchoolFormModal } from './SchoolFormModal.tsx'
import { schoolsList } from './schoolApi.ts'

type OpenModal = { kind: 'cluster' } | { kind: 'school'; school?: School }

export function SchoolsPanel() {
  const { role } = useSessionUser()
  const mayEdit = canEditSchools(role)
  const [modal, setModal] = useState<OpenModal>()
  const close = () => setModal(undefined)
  const editOf: EditOf = useCallback(
    (school) => ({
      icon: IconPencil,
      word: 'Edit',
      label: `Edit ${school.school}`,
      onClick: () => setModal({ kind: 'school', school }),
    }),
    [],
  )
  const columns = useMemo(() => schoolColumns(editOf), [editOf])
  const card = useCallback(
    (school: School) => (
      <ListCard title={school.school} lines={[school.cluster_name]} actions={[editOf(school)]} />
    ),
    [editOf],
  )
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setModal({ kind: 'school' })}>
      Add School
    </Button>
  )
  return (
    <>
      <PageHead
        title="Schools and Clusters"
        primary={
          mayEdit && (
            <>
              <Button
                variant="default"
                leftSection={<IconPlus size={18} aria-hidden />}
                onClick={() => setModal({ kind: 'cluster' })}
              >
                Add Cluster
              </Button>
              {add}
            </>
          )
        }
      >
        {mayEdit && <ImportLink kind="schools" openedFrom="schools" />}
        <DownloadList kind="schools" />
      </PageHead>
      <DataList
        source={schoolsList}
        columns={columns}
        card={card}
        noun="schools"
        searchLabel="Search by school or cluster"
        noMatchHint="Check the spelling, or search by cluster."
        emptyHint="Add the first one with Add School."
        emptyAction={add}
      />
      {modal?.kind === 'cluster' && <ClusterFormModal onClose={close} />}
      {modal?.kind === 'school' && <SchoolFormModal school={modal.school} onClose={close} />}
    </>
  )
}

type EditOf = (school: School) => RowAction

const schoolColumns = (editOf: EditOf): ListColumn<School>[] => [
  numberColumn('wide'),
  fieldColumn('school', 'School', { width: '45%', isName: true }),
  fieldColumn('cluster_name', 'Cluster'),
  {
    name: 'edit',
    isScreenOnly: true,
    header: 'Edit',
    width: 110,
    cell: (school) => <WordButton {...editOf(school)} />,
  },
]
