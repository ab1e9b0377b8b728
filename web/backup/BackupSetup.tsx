import { Box, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { NumberedList } from '../ui/form/NumberedList.tsx'
import { StatementMark } from '../ui/Message.tsx'
import classes from './Backup.module.css'

/** Shown while no place for copies is set: the risk, and what to do about it. */
export const BackupSetup = () => (
  <section className="el-card el-frame">
    <div className={`${classes.top} ${classes.setup}`}>
      <StatementMark Icon={IconAlertTriangle} tone="amber" />
      <div>
        <Box component="h2" className="el-h3" fz="var(--el-fs-h2)" lh="var(--el-lh-h2)" c="var(--el-amber)">
          No copies are made
        </Box>
        <Text size="body" mt={3}>
          If this server were lost, every record and every file would be lost with it.
        </Text>
      </div>
    </div>
    <Box className={`el-line ${classes.advice}`} p="16px 0 10px">
      <Box component="h3" className="el-h3 el-strong" p="0 var(--el-pad) 6px">
        How to turn copies on
      </Box>
      <NumberedList
        steps={[
          ['Choose a place', 'A folder on another disk, or an online store: away from this server is best.'],
          [
            <>
              Set <code>BACKUP_TO</code>
            </>,
            <>
              In the settings of the server, <code>BACKUP_TO=/mnt/copies</code> for a folder, or{' '}
              <code>BACKUP_TO=s3://KEY:SECRET@bucket?endpoint=https://…</code> for an online store.
            </>,
          ],
          [
            'Start Elimu again',
            'A copy is then made every night, and this page says how it went. See Backup in docs/operating.md.',
          ],
        ]}
      />
    </Box>
  </section>
)
