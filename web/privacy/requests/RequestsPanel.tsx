import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { namesOf } from '#contract/base/fields.ts'
import { canDecideRequests } from '#contract/permissions.ts'
import {
  type RequestFilter,
  requestFilters,
  requestKinds,
  type RightsRequest,
} from '#contract/privacy/requests.ts'
import { useToday } from '../../ui/form/FormFields.tsx'
import { Segments } from '../../ui/form/Segments.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { ListView } from '../../ui/list/ListView.tsx'
import { useListState } from '../../ui/list/rows/useListState.ts'
import { Message } from '../../ui/Message.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useAddressChange } from '../../ui/useAddressChange.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { type Action, RequestDialog, useAccept } from './RequestDialog.tsx'
import { useRequests } from './requestApi.ts'
import { RequestCard, requestColumns } from './requestColumns.tsx'
import { RequestDetail } from './RequestDetail.tsx'
import { readRequestsAddress, type RequestsAddress } from './requestsAddress.ts'

/** What families and students ask about their records, the first due first. */
export function RequestsPanel() {
  const { role } = useSessionUser()
  const isPhone = useIsPhone()
  const today = useToday()
  const controls = useListState()
  const address = readRequestsAddress(useSearch({ strict: false }))
  const { show = 'open' } = address
  const { list, counts } = useRequests(address, controls.settled)
  const { openId, setOpenId } = useOpenRow(address.request)
  const [action, setAction] = useState<Action>()
  const accepting = useAccept()
  const [toDecide, setToDecide] = useState<number>()
  const toggle = useCallback(
    ({ id }: RightsRequest) => {
      setOpenId((before) => (before === id ? undefined : id))
      setToDecide(undefined)
    },
    [setOpenId],
  )
  const startDeciding = useCallback(
    ({ id }: RightsRequest) => {
      setOpenId(id)
      setToDecide(id)
    },
    [setOpenId],
  )
  const columns = useMemo(
    () =>
      requestColumns({
        today,
        openId,
        isClosed: show === 'closed',
        mayDecide: canDecideRequests(role),
        onToggle: toggle,
        onDecide: startDeciding,
        onAction: setAction,
        role,
      }),
    [today, openId, show, role, toggle, startDeciding],
  )
  const { accept, isPending } = accepting
  const detail = useCallback(
    (request: RightsRequest) =>
      request.id === openId && (
        <RequestDetail
          request={request}
          today={today}
          isToDecide={request.id === toDecide}
          isAccepting={isPending}
          onAction={setAction}
          onAccept={accept}
        />
      ),
    [openId, today, toDecide, isPending, accept],
  )
  const card = useCallback(
    (request: RightsRequest) => (
      <RequestCard request={request} today={today} onToggle={toggle}>
        {detail(request)}
      </RequestCard>
    ),
    [today, toggle, detail],
  )
  return (
    <>
      <PageHead
        title="Requests"
        subtitle={!isPhone && 'What families and students ask about their records'}
        primary={
          <Button
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setAction({ what: 'note' })}
          >
            New Request
          </Button>
        }
      />
      {accepting.error && (
        <Message tone="bad" hasSpaceBelow>
          {accepting.error}
        </Message>
      )}
      <ListView
        list={list}
        controls={controls}
        rowKey={rowKey}
        columns={columns}
        card={card}
        detail={detail}
        noun={show === 'open' ? 'open requests' : `${show} requests`}
        searchLabel="Search by student or who asked"
        noMatchHint="Check the spelling, or search by ref."
        emptyTitle={address.asks ? 'No request of this kind' : empty[show].title}
        emptyHint={address.asks ? 'Choose another kind or state.' : empty[show].hint}
        tools={<Filters address={address} counts={counts} />}
      />
      {action && <RequestDialog action={action} onAction={setAction} onClose={() => setAction(undefined)} />}
    </>
  )
}

const rowKey = ({ id }: RightsRequest) => id

const empty: Record<RequestFilter, { title: string; hint: string }> = {
  open: { title: 'No open request', hint: 'Note one when a family or a student asks about a record.' },
  overdue: { title: 'No request is overdue', hint: 'Every open request can still be answered in time.' },
  closed: { title: 'No request is closed', hint: 'Requests appear here once they are answered or refused.' },
}

/** The row that the address opens at first, then the one that the user opened. */
function useOpenRow(request: number | undefined) {
  const [openId, setOpenId] = useState(request)
  const [seen, setSeen] = useState(request)
  if (seen !== request) {
    setSeen(request)
    setOpenId(request)
  }
  return { openId, setOpenId }
}

const words: Record<RequestFilter, string> = { open: 'Open', overdue: 'Overdue', closed: 'Closed' }

type FiltersProps = { address: RequestsAddress; counts: Record<RequestFilter, number> | undefined }

function Filters({ address: { show = 'open', asks }, counts }: FiltersProps) {
  const change = useAddressChange()
  return (
    // If the filters, the page sizes and the search do not fit into one row, the last two share the second row.
    <Group gap="var(--el-s2) var(--el-s3)" w={{ base: '100%', lg: 'auto' }}>
      <Segments
        label="State"
        choices={requestFilters.map((id) => ({ id, name: words[id], count: counts?.[id] }))}
        chosen={show}
        onChoose={(id) => change({ show: id === 'open' ? undefined : id, request: undefined })}
      />
      <SelectBox
        aria-label="Kind"
        w={{ base: '100%', xs: 184 }}
        data={[
          { value: '', label: 'All kinds' },
          ...namesOf(requestKinds).map((kind) => ({ value: kind, label: requestKinds[kind].title })),
        ]}
        value={asks ?? ''}
        onChange={({ currentTarget }) => change({ asks: currentTarget.value || undefined })}
      />
    </Group>
  )
}
