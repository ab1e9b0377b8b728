import { Box, Group } from '@mantine/core'
import type { Waiting } from '#contract/records/records.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { formatDateTime } from '../../ui/formatDate.ts'
import { Message } from '../../ui/Message.tsx'
import { RecordStatusBadge } from '../RecordStatusBadge.tsx'
import { studentStatusWord } from '../../students/StudentStatusBadge.tsx'
import type { AnyRecord } from '../recordKinds.ts'
import classes from './VerifyView.module.css'

/** Student, term and author of the record. The list has most of it before the record is loaded. */
export const FactsHead = ({ row, record }: { row: Waiting; record: AnyRecord | undefined }) => (
  <>
    <Group gap="2px var(--el-s3)">
      <h3 className="el-h3 el-break">{row.student}</h3>
      {record && <RecordStatusBadge status={record.status} />}
    </Group>
    <p className="el-sm el-ink-2 el-break">
      {[row.ref, record?.class, `${record?.term ?? row.term}, ${record?.year ?? row.year}`]
        .filter(Boolean)
        .join(' · ')}
    </p>
    <Box component="p" className={`el-sm el-ink-3 el-break ${classes.origin}`} mt={{ base: 16, sm: 0 }}>
      {record?.school}
      <br />
      Entered by {record?.entered_by ?? row.entered_by}
      {row.is_own && ' (you)'}, {formatDateTime(record?.updated_at ?? row.updated_at)}
    </Box>
    {row.student_status !== STUDENT_ACTIVE && (
      <Box mt={12}>
        <Message tone="note">
          This student is {studentStatusWord(row.student_status)}. What was entered before they left can still
          be verified, but not returned.
        </Message>
      </Box>
    )}
    {record?.remark && (
      <Box mt={12}>
        <Message tone="note">Returned: {record.remark}</Message>
      </Box>
    )}
  </>
)
