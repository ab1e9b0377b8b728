import { IconAlertTriangle } from '@tabler/icons-react'
import advice from './BackupAdvice.module.css'
import panel from './BackupPanel.module.css'
import classes from './BackupSetup.module.css'
import { Mark } from './BackupStatement.tsx'

/** Shown while no place for copies is set: the risk, and how a server administrator turns copies on. */
export const BackupSetup = () => (
  <section className={panel.card}>
    <div className={classes.top}>
      <Mark Icon={IconAlertTriangle} tone="amber" />
      <div>
        <h2>No copies are made</h2>
        <p>If this server were lost, every record and every file would be lost with it.</p>
      </div>
    </div>
    <div className={classes.how}>
      <h3>Ask your server administrator to turn copies on</h3>
      <ol className={advice.steps}>
        <li>
          <span>
            <b>Choose a place</b>A folder on another disk, or an online store: away from this server is best.
          </span>
        </li>
        <li>
          <span>
            <b>
              Set <code>BACKUP_TO</code>
            </b>
            In the settings of the server, <code>BACKUP_TO=/mnt/copies</code> for a folder, or{' '}
            <code>BACKUP_TO=s3://KEY:SECRET@bucket?endpoint=https://…</code> for an online store.
          </span>
        </li>
        <li>
          <span>
            <b>Start Elimu again</b>A copy is then made every night, and this page says how it went.
          </span>
        </li>
      </ol>
    </div>
  </section>
)
