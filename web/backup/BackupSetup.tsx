import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './Backup.module.css'
import { StatementMark } from '../ui/Message.tsx'

/** Shown while no place for copies is set: the risk, and what a server administrator does about it. */
export const BackupSetup = () => (
  <section className={`el-card ${classes.clip}`}>
    <div className={`${classes.top} ${classes.setup}`}>
      <StatementMark Icon={IconAlertTriangle} tone="amber" />
      <div>
        <h2 className="el-h3">No copies are made</h2>
        <p>If this server were lost, every record and every file would be lost with it.</p>
      </div>
    </div>
    <div className={`${classes.how} ${classes.advice}`}>
      <h3 className={`el-h3 el-strong ${classes.ask}`}>Ask your server administrator to turn copies on</h3>
      <ol className={`el-list el-ink-2 ${classes.steps}`}>
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
