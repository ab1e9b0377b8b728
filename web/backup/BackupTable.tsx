import { Box, Group, Text } from '@mantine/core'
import type { Backup } from '#contract/backups.ts'
import { CardHead } from '../ui/card/CardHead.tsx'
import { formatTime } from '../ui/formatDate.ts'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import classes from './Backup.module.css'
import { aboutText, shortMoment, sizeText } from './backupWords.ts'

const looks: Record<Backup['state'], StatusLook> = {
  running: { word: 'Being made', tone: 'blue', shape: 'dashedRing' },
  good: { word: 'Good', tone: 'green', shape: 'circledTick' },
  failed: { word: 'Failed', tone: 'red', shape: 'square' },
  'not good': { word: 'Not good', tone: 'amber', shape: 'triangle' },
}

/** The last copies with their results. */
export function BackupTable({ backups }: { backups: Backup[] }) {
  const isPhone = useIsPhone()
  return (
    <section className="el-card el-frame">
      <CardHead
        title="The last ten copies"
        about={
          backups.length > 0
            ? 'Good means read back, and the same as the original.'
            : 'None has been made yet.'
        }
      />
      {backups.length > 0 &&
        (isPhone ? (
          <Cards backups={backups} />
        ) : (
          <div className={`el-numbers ${classes.table}`}>
            <ListTable label="The last ten copies" columns={columns} rows={backups} rowKey={({ id }) => id} />
          </div>
        ))}
    </section>
  )
}

const columns: ListColumn<Backup>[] = [
  { name: 'started', header: 'Started', isName: true, cell: ({ started_at }) => shortMoment(started_at) },
  { name: 'state', header: 'State', cell: ({ state }) => <StatusBadge {...looks[state]} /> },
  {
    name: 'read back',
    header: 'Read back',
    cell: ({ read_back_at }) => (read_back_at ? formatTime(read_back_at) : '–'),
  },
  { name: 'size', header: 'Size', align: 'right', cell: ({ bytes }) => sizeText(bytes) },
  { name: 'new', header: 'New', align: 'right', cell: ({ new_bytes }) => sizeText(new_bytes) },
  { name: 'about', header: 'About it', cell: aboutText },
]

const Cards = ({ backups }: { backups: Backup[] }) => (
  <ul className="el-numbers">
    {backups.map((backup) => (
      <Box component="li" key={backup.id} className="el-line" p="11px var(--el-pad) 12px">
        <Group justify="space-between" wrap="nowrap" gap={10} lh="1.3125rem">
          <b className="el-strong">{shortMoment(backup.started_at)}</b>
          <StatusBadge {...looks[backup.state]} />
        </Group>
        <Text fz="0.90625rem" lh="1.25rem" c="gray" mt={3} className="el-break">
          {factsOf(backup)}
        </Text>
      </Box>
    ))}
  </ul>
)

/** `Read back 02:04. 3.42 GB, 38 MB new. Nightly` */
function factsOf(backup: Backup): string {
  const { read_back_at, bytes, new_bytes } = backup
  return [
    read_back_at && `Read back ${formatTime(read_back_at)}.`,
    bytes !== null && `${sizeText(bytes)}${new_bytes === null ? '' : `, ${sizeText(new_bytes)} new`}.`,
    aboutText(backup),
  ]
    .filter(Boolean)
    .join(' ')
}
