import { Box, Stack } from '@mantine/core'
import { IconKey, IconLockOpen, IconMail } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { LAPSE_HOURS } from '#contract/backups.ts'
import { CardNote, NumberedList } from '../ui/form/NumberedList.tsx'
import classes from './Backup.module.css'

type BackupAdviceProps = { heading: RefObject<HTMLHeadingElement | null>; isEncrypted: boolean }

/** Advice for a failed copy, and other facts for administrators. */
export const BackupAdvice = ({ heading, isEncrypted }: BackupAdviceProps) => (
  <aside className={`el-card ${classes.advice}`} aria-labelledby="when-a-copy-fails">
    <Box
      component="h2"
      id="when-a-copy-fails"
      className="el-h3"
      p="17px var(--el-pad) 6px"
      ref={heading}
      tabIndex={-1}
    >
      When a copy fails
    </Box>
    <NumberedList
      steps={[
        ['Press Back up now', 'Most often the internet line was down for a while.'],
        ['If it fails again, read “About it”', 'The reason there says what to fix; see below.'],
        ['Keep the earlier copies', 'A failed copy never harms the good ones.'],
      ]}
    />
    <Stack component="dl" gap={8} p="12px var(--el-pad) 14px" className="el-line">
      {reasons.map(([reason, advice]) => (
        <div key={reason}>
          <dt className="el-strong">{reason}</dt>
          <dd className="el-ink-2">{advice}</dd>
        </div>
      ))}
    </Stack>
    <CardNote Icon={IconMail} title="You get a letter">
      when no copy was good for {LAPSE_HOURS} hours. So do all administrators.
    </CardNote>
    {isEncrypted ? (
      <CardNote Icon={IconKey} title="Keep the private key safe.">
        It is not on this server, and without it no copy can be opened.
      </CardNote>
    ) : (
      <CardNote Icon={IconLockOpen} title="Copies are not encrypted.">
        Anyone with a copy can read every record. The setting BACKUP_RECIPIENT encrypts new copies: see
        Encryption in docs/operating.md.
      </CardNote>
    )}
  </aside>
)

const reasons = [
  ['The store did not answer', 'Check the internet line, then the store’s own status page.'],
  ['The store is full', 'Keep fewer copies, or ask for more space.'],
  ['The store refused the key', 'Give the server the store’s new access key.'],
  ['Files are damaged or missing', 'Follow the steps under Damaged files, at the top of this page.'],
  ['A file differs when read back', 'Back up now. If it happens again, the disk may be failing.'],
]
