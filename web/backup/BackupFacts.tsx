import { Box, Group, Text } from '@mantine/core'
import { IconLock, IconLockOpen } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { BackupOverview, NightlyBackups } from '#contract/backups.ts'
import classes from './Backup.module.css'
import { retentionText, newText, nextWords, sizeText, testDetails, testWords } from './backupWords.ts'

/** The next copy, the place, the size, the number of copies, their weekly test, and who can open them. */
export function BackupFacts({ backups, nightly }: { backups: BackupOverview; nightly: NightlyBackups }) {
  const { now, last_good, kept, restore_test } = backups
  const { to, is_online, next_at, keep, is_encrypted } = nightly
  const Lock = is_encrypted ? IconLock : IconLockOpen
  return (
    <dl className={`el-line el-wrap el-cells el-numbers ${classes.facts}`}>
      <Fact word="Next copy" more="Nairobi time, every night">
        {nextWords(next_at, new Date(now))}
      </Fact>
      <Fact
        word="Kept in"
        more={is_online ? 'An online store, away from this server' : 'A folder, best on another disk'}
      >
        {to}
      </Fact>
      <Fact word="Size" more={newText(last_good)}>
        {sizeText(last_good?.bytes ?? null)}
      </Fact>
      <Fact word="Copies kept" more={retentionText(keep)}>
        {kept}
      </Fact>
      <Fact word="Test restore" more={testDetails(restore_test, nightly)}>
        {testWords(restore_test, nightly, new Date(now))}
      </Fact>
      <Fact
        word="Encrypted"
        more={is_encrypted ? 'Only your private key opens it' : 'Anyone with a copy can read it'}
      >
        <Group component="span" gap={7}>
          <Lock size={17} color={`var(--el-${is_encrypted ? 'green' : 'ink-3'})`} aria-hidden />
          {is_encrypted ? 'Yes' : 'No'}
        </Group>
      </Fact>
    </dl>
  )
}

const Fact = ({ word, more, children }: { word: string; more: string; children: ReactNode }) => (
  <div>
    <dt className="el-sm el-ink-3">{word}</dt>
    <Box component="dd" className="el-strong el-break" mt={1} lh="1.375rem">
      {children}
      <Text span display="block" size="sm" c="gray" mt={1}>
        {more}
      </Text>
    </Box>
  </div>
)
