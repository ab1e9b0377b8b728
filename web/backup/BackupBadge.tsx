import { useQuery } from '@tanstack/react-query'
import { CountBadge } from '../ui/CountBadge.tsx'
import { backupsQuery } from './backupApi.ts'
import { troublesOf } from './backupWords.ts'

/** Whether a backup, a copy or a stored file failed. */
export function BackupBadge() {
  const { data } = useQuery(backupsQuery)
  const hasFailed =
    data && (data.latest[0]?.state === 'failed' || data.damaged.length > 0 || troublesOf(data).length > 0)
  return hasFailed && <CountBadge tone="red" word="Failed" />
}
