import { Button, VisuallyHidden } from '@mantine/core'
import { IconDeviceDesktopOff, IconRefresh } from '@tabler/icons-react'
import type { Security } from '#contract/identity/account.ts'
import { call } from '../../ui/call.ts'
import { formatDate } from '../../ui/formatDate.ts'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { CardNote } from '../../ui/form/NumberedList.tsx'
import { useSecurityChange } from '../accountApi.ts'
import { ChangeNotice, DeviceName, RowButton, type RowChange, SecurityCard } from './SecurityCard.tsx'

type Device = Security['devices'][number]

/** The devices on which no second step is asked for a while. */
export function DevicesCard({ devices }: Pick<Security, 'devices'>) {
  const forget = useSecurityChange((id: number | undefined) =>
    id === undefined
      ? call('DELETE /api/account/devices')
      : call('DELETE /api/account/devices/:id', { params: { id } }),
  )
  return (
    <SecurityCard
      title="Remembered devices"
      about={
        devices.length > 0
          ? 'No second step is asked here until the date shown.'
          : 'None. Tick “Remember this device” when you sign in on a device that only you use.'
      }
      action={
        devices.length > 1 && (
          <Button variant="default" disabled={forget.isPending} onClick={() => forget.mutate(undefined)}>
            Forget all
          </Button>
        )
      }
      columns={columnsOf(forget)}
      rows={devices}
      rowKey={({ id }) => id}
      card={(device) => ({
        title: <DeviceName {...device} />,
        facts: [
          { label: 'Remembered', value: formatDate(device.added_at) },
          { label: 'Until', value: formatDate(device.until) },
        ],
        actions: [
          {
            icon: IconDeviceDesktopOff,
            word: 'Forget',
            label: `Forget ${device.device}`,
            onClick: () => forget.mutate(device.id),
          },
        ],
      })}
      notice={<ChangeNotice change={forget} />}
    >
      {devices.length > 0 && (
        <CardNote Icon={IconRefresh}>All are forgotten when your password or a second step changes.</CardNote>
      )}
    </SecurityCard>
  )
}

const columnsOf = (forget: RowChange): ListColumn<Device>[] => [
  { name: 'device', header: 'Device', isName: true, cell: (device) => <DeviceName {...device} /> },
  { name: 'added_at', header: 'Remembered', width: 150, cell: ({ added_at }) => formatDate(added_at) },
  { name: 'until', header: 'Until', width: 178, cell: ({ until }) => formatDate(until) },
  {
    name: 'forget',
    header: <VisuallyHidden>Forget</VisuallyHidden>,
    align: 'right',
    width: 112,
    cell: (device) => <RowButton verb="Forget" row={device} change={forget} />,
  },
]
