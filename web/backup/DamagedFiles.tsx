import { Box, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type BackupOverview, type DamagedFile, damagedWords } from '#contract/backups.ts'
import { CardHead } from '../ui/card/CardHead.tsx'
import { NumberedList } from '../ui/form/NumberedList.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { ListTable } from '../ui/list/ListTable.tsx'
import { StatementMark } from '../ui/Message.tsx'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import classes from './Backup.module.css'
import { nearMoment, shortMoment } from './backupWords.ts'

const looks: Record<DamagedFile['damage'], StatusLook> = {
  damaged: { word: 'Damaged', tone: 'amber', shape: 'triangle' },
  missing: { word: 'Missing', tone: 'red', shape: 'square' },
}

/** The stored files that differ from their uploads, and what to do. */
export function DamagedFiles({ backups }: { backups: BackupOverview }) {
  const { damaged, damaged_total, now } = backups
  const isPhone = useIsPhone()
  const letter = damaged
    .map(({ letter_at }) => letter_at ?? '')
    .toSorted()
    .at(-1)
  return (
    <>
      <section className={classes.state} role="alert">
        <StatementMark Icon={IconAlertTriangle} tone="amber" />
        <div>
          <Box component="h2" className="el-h3" c="var(--el-amber)">
            {damagedWords(damaged_total)}
          </Box>
          <Text size="ui" lh="1.3125rem" mt={3}>
            What is stored differs from what was uploaded: the disk of the server may be failing. Keep all
            copies, because those from before the damage have the right files.
            {letter && ` A letter went to all administrators ${nearMoment(letter, new Date(now))}.`}
          </Text>
        </div>
      </section>
      <section className="el-card el-frame">
        <CardHead
          title="Damaged files"
          about={
            damaged_total > damaged.length
              ? `The first ${damaged.length}. On the server, npm run backup -- --read-files names all.`
              : 'Every stored file is read again within 30 days.'
          }
        />
        {isPhone ? (
          <Cards files={damaged} />
        ) : (
          <ListTable label="Damaged files" columns={columns} rows={damaged} rowKey={keyOf} />
        )}
        <Box className={`el-line ${classes.advice}`} pt={10}>
          <NumberedList steps={steps} />
        </Box>
      </section>
    </>
  )
}

const keyOf = ({ file_id, kind }: DamagedFile) => `${file_id} ${kind}`

const StudentLink = ({ student_id, ref }: DamagedFile) => (
  <Link className="el-link" to="/dashboard" search={{ menu: 'profile', student: student_id }}>
    {ref}
  </Link>
)

const columns: ListColumn<DamagedFile>[] = [
  { name: 'kind', header: 'File', isName: true, cell: ({ kind }) => kind },
  { name: 'name', header: 'Name', cell: ({ name }) => name },
  { name: 'student', header: 'Student', cell: StudentLink },
  { name: 'damage', header: 'State', cell: ({ damage }) => <StatusBadge {...looks[damage]} /> },
  { name: 'since', header: 'Since', cell: ({ since }) => shortMoment(since) },
]

const Cards = ({ files }: { files: DamagedFile[] }) => (
  <ul>
    {files.map((file) => (
      <Box component="li" key={keyOf(file)} className="el-line" p="11px var(--el-pad) 12px">
        <Group justify="space-between" wrap="nowrap" gap={10} lh="1.3125rem">
          <b className="el-strong">{file.kind}</b>
          <StatusBadge {...looks[file.damage]} />
        </Group>
        <Text fz="0.90625rem" lh="1.25rem" c="gray" mt={3} className="el-break">
          <StudentLink {...file} />, {file.name}, since {shortMoment(file.since)}
        </Text>
      </Box>
    ))}
  </ul>
)

const steps: Parameters<typeof NumberedList>[0]['steps'] = [
  [
    'Check the disk of the server today',
    'It may have to be replaced: see Damaged files in docs/operating.md.',
  ],
  [
    'Take the files from a copy',
    <>
      On the server: <code className={classes.command}>npm run backup -- --fetch-back</code>. It takes only
      files that are the same as the uploads, and lists those that it did not find.
    </>,
  ],
  [
    'If no copy has a file, upload it again',
    <>
      Then, on the server: <code className={classes.command}>npm run backup -- --accept-loss</code>. Until
      then, copies that lack it are not good.
    </>,
  ],
]
