import { Box, Button, VisuallyHidden } from '@mantine/core'
import { IconCalendarDue, IconCalendarOff, IconFileZip, IconPencil, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { searchText } from '#contract/base/lists.ts'
import { canAnonymise, canSetRetention } from '#contract/permissions.ts'
import type { RetentionRow } from '#contract/privacy/erasure.ts'
import { ProfileLink } from '../../students/studentColumns.tsx'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { StudentStatusBadge } from '../../students/StudentStatusBadge.tsx'
import type { RowAction } from '../../ui/IconButton.tsx'
import { DataList } from '../../ui/list/DataList.tsx'
import { ListCard } from '../../ui/list/ListCard.tsx'
import type { ListSource } from '../../ui/list/rows/ListSource.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { StatementMark } from '../../ui/Message.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { plural } from '../../ui/plural.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useCancelAnonymise } from '../erasure/useCancelAnonymise.tsx'
import { PeriodModal } from './PeriodModal.tsx'
import { periodQuery } from './periodQuery.ts'
import { contentWords, Left, retentionColumns, Waiting } from './retentionColumns.tsx'
import classes from './retention.module.css'

const ExportModal = lazyDialog(async () => (await import('../export/ExportModal.tsx')).ExportModal)
const AnonymiseModal = lazyDialog(async () => (await import('../erasure/AnonymiseModal.tsx')).AnonymiseModal)

const retentionList: ListSource<RetentionRow> = {
  call: 'GET /api/retention',
  rowKey: ({ id }) => id,
  searchText: ({ name, ref, school }) => searchText([name], [ref, school]),
}

type Doing = { what: 'export' | 'anonymise'; student: RetentionRow }

/** The students who left longer ago than the charity's period. Nothing happens by itself. */
export function RetentionPanel() {
  const { role } = useSessionUser()
  const { data, error, refetch } = useQuery(periodQuery)
  const [doing, setDoing] = useState<Doing>()
  const [isSetting, setIsSetting] = useState(false)
  const close = () => setDoing(undefined)
  const { cancel, isPending, failure, success } = useCancelAnonymise()
  const actionsOf = useCallback(
    (student: RetentionRow): RowAction[] =>
      rowActions(student, role, setDoing, (id) => {
        if (!isPending) cancel(id)
      }),
    [role, cancel, isPending],
  )
  const columns = useMemo(() => retentionColumns(actionsOf), [actionsOf])
  const card = useCallback(
    (student: RetentionRow) => (
      <ListCard
        image={<StudentPicture student={student} />}
        title={<ProfileLink student={student} from="retention" />}
        lines={[student.ref]}
        badge={<StudentStatusBadge status={student.status} />}
        facts={[
          { label: 'Left', value: <Left student={student} /> },
          { label: 'Last school', value: student.school },
          { label: 'In the record', value: contentWords(student), isWide: true },
          ...(student.anonymise_on
            ? [{ label: 'State', value: <Waiting on={student.anonymise_on} />, isWide: true }]
            : []),
        ]}
        actions={actionsOf(student)}
      />
    ),
    [actionsOf],
  )
  return (
    <>
      <PageHead
        title="Retention"
        primary={
          data &&
          canSetRetention(role) && (
            <Button
              variant={data.years === null ? 'filled' : 'default'}
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setIsSetting(true)}
            >
              {data.years === null ? 'Set a period' : 'Change period'}
            </Button>
          )
        }
      />
      {!data && !error && <VisuallyHidden component="output">Loading retention</VisuallyHidden>}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {failure}
      {success}
      {data && <Statement years={data.years} count={data.meta.total} />}
      {data && data.years !== null && (
        <DataList
          source={retentionList}
          columns={columns}
          card={card}
          rowHeight="tall"
          noun="students"
          searchLabel="Search by name, ref or school"
          noMatchHint="Check the spelling, or search by ref."
          emptyTitle="No student left so long ago"
          emptyHint="Students are listed here once the period has passed. Nothing happens by itself."
        />
      )}
      {doing?.what === 'export' && <ExportModal student={doing.student} onClose={close} />}
      {doing?.what === 'anonymise' && <AnonymiseModal student={doing.student} onClose={close} />}
      {isSetting && data && <PeriodModal years={data.years} onClose={() => setIsSetting(false)} />}
    </>
  )
}

function Statement({ years, count }: { years: number | null; count: number }) {
  const period = years === null ? undefined : plural(years, 'year')
  return (
    <section className={`el-card ${classes.statement}`}>
      <StatementMark Icon={period ? IconCalendarDue : IconCalendarOff} tone="grey" />
      <Box flex="1 1 180px">
        <h2 className="el-h2">
          {period ? `${plural(count, 'student')} left more than ${period} ago` : 'No period is set'}
        </h2>
        <p className="el-ui el-ink-2">
          {period
            ? 'Nothing happens by itself. Look at each record, export it if the family wants a copy, then anonymise it.'
            : 'Until an administrator sets how many years a record stays after a student has left, this page lists nobody.'}
        </p>
      </Box>
    </section>
  )
}

function rowActions(
  student: RetentionRow,
  role: number,
  act: (doing: Doing) => void,
  cancel: (id: number) => void,
): RowAction[] {
  const { id, name, anonymise_on } = student
  if (anonymise_on)
    return [
      {
        icon: IconUserOff,
        word: 'Cancel anonymising',
        label: `Cancel anonymising ${name}`,
        onClick: () => cancel(id),
      },
    ]
  return [
    {
      icon: IconFileZip,
      word: 'Export',
      label: `Export the record of ${name}`,
      onClick: () => act({ what: 'export', student }),
    },
    ...(canAnonymise(role)
      ? [
          {
            icon: IconUserOff,
            word: 'Anonymise',
            label: `Anonymise the record of ${name}`,
            onClick: () => act({ what: 'anonymise', student }),
          },
        ]
      : []),
  ]
}
