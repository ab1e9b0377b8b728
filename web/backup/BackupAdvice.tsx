import { Box, Group, Stack } from '@mantine/core'
import { IconKey, IconLockOpen, IconMail, type TablerIcon } from '@tabler/icons-react'
import type { ReactNode, RefObject } from 'react'
import { LAPSE_HOURS } from '#contract/backups.ts'
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
    <Steps
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
    <Note Icon={IconMail} title="You get a letter">
      when no copy was good for {LAPSE_HOURS} hours. So do all administrators.
    </Note>
    {isEncrypted ? (
      <Note Icon={IconKey} title="Keep the private key safe.">
        It is not on this server, and without it no copy can be opened.
      </Note>
    ) : (
      <Note Icon={IconLockOpen} title="Copies are not encrypted.">
        Anyone with a copy can read every record. Ask your server administrator to set BACKUP_RECIPIENT, which
        encrypts new copies.
      </Note>
    )}
  </aside>
)

const reasons = [
  ['The store did not answer', 'Check the internet line, then the store’s own status page.'],
  ['The store is full', 'Keep fewer copies, or ask for more space.'],
  ['The store refused the key', 'Give the server the store’s new access key.'],
  ['A file differs when read back', 'Back up now. If it happens again, the disk may be failing.'],
]

const circle = 'el-disc el-sm el-strong'

/** Numbered steps, each with an explanation. */
export const Steps = ({ steps }: { steps: [what: ReactNode, about: ReactNode][] }) => (
  <Box component="ol" className="el-ink-2" p="0 var(--el-pad) 8px">
    {steps.map(([what, about], index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the steps never change
      <Group key={index} component="li" gap={10} wrap="nowrap" align="flex-start" py={9}>
        <Box w={26} h={26} mt={-1} bg="var(--el-sunken)" c="var(--el-ink)" className={circle} aria-hidden>
          {index + 1}
        </Box>
        <span>
          <Box component="b" display="block">
            {what}
          </Box>
          {about}
        </span>
      </Group>
    ))}
  </Box>
)

const Note = ({ Icon, title, children }: { Icon: TablerIcon; title: string; children: ReactNode }) => (
  <Group
    component="p"
    className="el-line el-ink-2"
    gap={11}
    wrap="nowrap"
    align="flex-start"
    p="14px var(--el-pad) 16px"
    fz="0.90625rem"
    lh="1.25rem"
  >
    <Icon className="el-ink-3" size={19} aria-hidden />
    <span>
      <b>{title}</b> {children}
    </span>
  </Group>
)
