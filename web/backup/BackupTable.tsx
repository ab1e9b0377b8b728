import type { Backup } from '#contract/backups.ts'
import { formatTime } from '../ui/formatDate.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import panel from './BackupPanel.module.css'
import classes from './BackupTable.module.css'
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
    <section className={panel.card}>
      <div className={classes.head}>
        <h2>The last ten copies</h2>
        <p>
          {backups.length > 0
            ? 'Good means read back, and the same as the original.'
            : 'None has been made yet.'}
        </p>
      </div>
      {backups.length > 0 && (isPhone ? <Cards backups={backups} /> : <Table backups={backups} />)}
    </section>
  )
}

const Table = ({ backups }: { backups: Backup[] }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Started</th>
        <th scope="col">State</th>
        <th scope="col">Read back</th>
        <th scope="col">Size</th>
        <th scope="col">New</th>
        <th scope="col">About it</th>
      </tr>
    </thead>
    <tbody>
      {backups.map((backup) => (
        <tr key={backup.id} data-tone={looks[backup.state].tone}>
          <td>{shortMoment(backup.started_at)}</td>
          <td>
            <StatusBadge {...looks[backup.state]} />
          </td>
          <td>{backup.read_back_at ? formatTime(backup.read_back_at) : '–'}</td>
          <td>{sizeText(backup.bytes)}</td>
          <td>{sizeText(backup.new_bytes)}</td>
          <td>{aboutText(backup)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Cards = ({ backups }: { backups: Backup[] }) => (
  <ul className={classes.cards}>
    {backups.map((backup) => (
      <li key={backup.id}>
        <div>
          <b>{shortMoment(backup.started_at)}</b>
          <StatusBadge {...looks[backup.state]} />
        </div>
        <p>{factsOf(backup)}</p>
      </li>
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
