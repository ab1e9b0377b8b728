import { Button, Group } from '@mantine/core'
import { IconBuildingBank, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { canEditSchools, canSeePayments, canSetSchoolAccounts } from '#contract/permissions.ts'
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
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { AccountModal } from './AccountModal.tsx'
import { accountLooks, paidInto } from './accountWords.ts'
import { ClusterFormModal, SchoolFormModal } from './SchoolFormModal.tsx'
import { accountsQuery, schoolsList } from './schoolApi.ts'
import { readSchoolsAddress } from './schoolsAddress.ts'

type OpenModal =
  | { kind: 'cluster' }
  | { kind: 'school'; school?: School }
  | { kind: 'account'; school: number }

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
  const accountOf = useAccounts(setModal)
  const linked = readSchoolsAddress(useSearch({ strict: false })).account
  const change = useAddressChange()
  // The dialog may add an entry to the history, so the address first loses the school.
  const [opened, setOpened] = useState<number>()
  if (linked !== opened) {
    setOpened(linked)
    if (linked !== undefined) setModal({ kind: 'account', school: linked })
  }
  const forgetLinked = useEffectEvent(() => change({ account: undefined }))
  useEffect(() => {
    if (linked !== undefined) forgetLinked()
  }, [linked])
  const columns = useMemo(() => schoolColumns(editOf, accountOf), [editOf, accountOf])
  const card = useCallback(
    (school: School) => {
      const shown = accountOf?.(school)
      return (
        <ListCard
          title={school.school}
          lines={[school.cluster_name, ...(shown?.into ? [shown.into] : [])]}
          badge={shown && <StatusBadge {...shown.look} />}
          actions={[editOf(school), ...(shown ? [shown.action] : [])]}
        />
      )
    },
    [editOf, accountOf],
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
        {mayEdit && (
          <ImportLink kind="schools" openedFrom="schools">
            Import Schools
          </ImportLink>
        )}
        <ImportLink kind="accounts" openedFrom="schools">
          Import Accounts
        </ImportLink>
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
      {modal?.kind === 'account' && accountOf && linked === undefined && (
        <AccountModal key={modal.school} school={modal.school} onClose={close} />
      )}
    </>
  )
}

type EditOf = (school: School) => RowAction

/** The account of a school: its state, where it is paid, and what opens it. Undefined for users who do not see accounts. */
function useAccounts(open: (modal: OpenModal) => void) {
  const { role } = useSessionUser()
  const maySee = canSeePayments(role)
  const maySet = canSetSchoolAccounts(role)
  const { data } = useQuery({ ...accountsQuery, enabled: maySee })
  return useMemo(() => {
    if (!maySee) return undefined
    const rows = new Map(data?.map((row) => [row.school_id, row]))
    return ({ id, school }: School): ShownAccount | undefined => {
      const row = rows.get(id)
      if (!row) return undefined
      const word = maySet && !row.account ? 'Set account' : 'Account'
      return {
        look: accountLooks[row.state],
        into: row.account && paidInto(row.account),
        action: {
          icon: IconBuildingBank,
          word,
          label: `${word} of ${school}`,
          onClick: () => open({ kind: 'account', school: id }),
        },
      }
    }
  }, [data, maySee, maySet, open])
}

type ShownAccount = { look: StatusLook; into: string | null; action: RowAction }
type AccountOf = (school: School) => ShownAccount | undefined

const schoolColumns = (editOf: EditOf, accountOf: AccountOf | undefined): ListColumn<School>[] => [
  numberColumn('wide'),
  fieldColumn('school', 'School', { width: '34%', isName: true }),
  fieldColumn('cluster_name', 'Cluster'),
  ...(accountOf
    ? [
        {
          name: 'account',
          header: 'Account',
          width: 340,
          shape: 'badge' as const,
          cell: (school: School) => <AccountCell shown={accountOf(school)} />,
        },
      ]
    : []),
  {
    name: 'edit',
    isScreenOnly: true,
    header: 'Edit',
    width: 110,
    cell: (school) => <WordButton {...editOf(school)} />,
  },
]

const AccountCell = ({ shown }: { shown: ShownAccount | undefined }) =>
  shown && (
    <Group justify="space-between" wrap="nowrap" gap="s2">
      <div>
        <StatusBadge {...shown.look} />
        {shown.into && <p className="el-sm el-ink-2 el-break el-numbers">{shown.into}</p>}
      </div>
      <span data-screen-only>
        <WordButton {...shown.action} />
      </span>
    </Group>
  )
