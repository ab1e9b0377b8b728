import { IconKey, IconLockOpen, IconMail } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { LAPSE_HOURS } from '#contract/backups.ts'
import classes from './Backup.module.css'

type BackupAdviceProps = { heading: RefObject<HTMLHeadingElement | null>; isEncrypted: boolean }

/** Advice for a failed copy, and other facts for administrators. */
export const BackupAdvice = ({ heading, isEncrypted }: BackupAdviceProps) => (
  <aside className={`el-card ${classes.advice}`} aria-labelledby="when-a-copy-fails">
    <h2 id="when-a-copy-fails" className="el-h3" ref={heading} tabIndex={-1}>
      When a copy fails
    </h2>
    <ol className={`el-list el-ink-2 ${classes.steps}`}>
      <Step what="Press Back up now">Most often the internet line was down for a while.</Step>
      <Step what="If it fails again, read “About it”">The reason there says what to fix; see below.</Step>
      <Step what="Keep the earlier copies">A failed copy never harms the good ones.</Step>
    </ol>
    <dl className={classes.reasons}>
      <dt className="el-strong">The store did not answer</dt>
      <dd>Check the internet line, then the store’s own status page.</dd>
      <dt className="el-strong">The store is full</dt>
      <dd>Keep fewer copies, or ask for more space.</dd>
      <dt className="el-strong">The store refused the key</dt>
      <dd>Give the server the store’s new access key.</dd>
      <dt className="el-strong">A file differs when read back</dt>
      <dd>Back up now. If it happens again, the disk may be failing.</dd>
    </dl>
    <p className={`el-ink-2 ${classes.note}`}>
      <IconMail className="el-ink-3" size={19} aria-hidden />
      <span>
        <b>You get a letter</b> when no copy was good for {LAPSE_HOURS} hours. So do all administrators.
      </span>
    </p>
    {isEncrypted ? (
      <p className={`el-ink-2 ${classes.note}`}>
        <IconKey className="el-ink-3" size={19} aria-hidden />
        <span>
          <b>Keep the private key safe.</b> It is not on this server, and without it no copy can be opened.
        </span>
      </p>
    ) : (
      <p className={`el-ink-2 ${classes.note}`}>
        <IconLockOpen className="el-ink-3" size={19} aria-hidden />
        <span>
          <b>Copies are not encrypted.</b> Anyone with a copy can read every record. Ask your server
          administrator to set BACKUP_RECIPIENT, which encrypts new copies.
        </span>
      </p>
    )}
  </aside>
)

const Step = ({ what, children }: { what: string; children: ReactNode }) => (
  <li>
    <span>
      <b>{what}</b>
      {children}
    </span>
  </li>
)
