import { Box, Stack } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Import, ImportKind } from '#contract/imports.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { formatDateTime, onOneLine } from '../../../ui/formatDate.ts'
import { WordButton, type RowAction } from '../../../ui/IconButton.tsx'
import { ListCard } from '../../../ui/list/ListCard.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { capital, plural } from '../../../ui/plural.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { importsQuery } from '../../importApi.ts'
import { useMore } from '../../../ui/list/useMore.tsx'
import { nounsOf } from '../../rowWords.ts'
import { useDroppedFiles } from '../../ImportJobs.tsx'
import classes from '../../../students/studentColumns.module.css'
import { useFilesOf } from './useImportFiles.ts'
import { useUndoImport } from './useUndoImport.tsx'

/** The latest ones; a button shows the others. */
const FIRST_SHOWN = 5

type EarlierImportsProps = {
  /** All kinds, if none is given. */
  kind?: ImportKind
  /** Shows nothing if there are no imports or they cannot be loaded. */
  isOptional?: boolean
}

/** The earlier imports, each with Undo. */
export function EarlierImports({ kind, isOptional = false }: EarlierImportsProps) {
  const { data, error, refetch } = useQuery(importsQuery)
  const isPhone = useIsPhone()
  const { ask, outcome, modal } = useUndoImport()
  const all = useMemo(() => data?.filter((each) => !kind || each.kind === kind) ?? [], [data, kind])
  const [shown, more] = useMore(all, { first: FIRST_SHOWN })
  const columns = useMemo(() => importColumns(ask, kind === undefined), [ask, kind])
  if (error && !isOptional) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (all.length === 0) return null
  return (
    <>
      {outcome}
      <section className="el-card el-frame" aria-label="Earlier imports">
        <CardHead title="Earlier imports" />
        {isPhone ? (
          <Stack component="ul" gap="s3" p="0 12px 12px" aria-label="Earlier imports">
            {shown.map((each) => (
              <li key={each.id}>
                <ListCard
                  title={<FileLink of={each} />}
                  lines={[
                    `${kind ? '' : `${capital(nounsOf(each.kind))}, `}${onOneLine(formatDateTime(each.at))}, ${each.by}`,
                    `${each.created} new, ${each.updated} updated, ${plural(each.skipped, 'row')} left out`,
                  ]}
                  badge={<StateBadge of={each} />}
                  actions={each.can_undo ? [undoOf(each, ask)] : []}
                />
              </li>
            ))}
          </Stack>
        ) : (
          <ListTable label="Earlier imports" columns={columns} rows={shown} rowKey={({ id }) => id} />
        )}
        {more && <Box p="8px 14px">{more}</Box>}
      </section>
      {modal}
    </>
  )
}

const fileName = ({ file }: Import) => file ?? 'Without a file'

const undoOf = (of: Import, ask: (of: Import) => void): RowAction => ({
  icon: IconArrowBackUp,
  word: 'Undo',
  label: `Undo the import of ${fileName(of)} of ${formatDateTime(of.at)}`,
  onClick: () => ask(of),
})

const FileLink = ({ of }: { of: Import }) => (
  <Link
    to="/dashboard"
    search={{ menu: 'import', what: of.kind, step: 'done', import: of.id }}
    className={classes.name}
  >
    {fileName(of)}
  </Link>
)

function StateBadge({ of }: { of: Import }) {
  const { length } = useFilesOf(useDroppedFiles(), of.id)
  if (of.left > 0) return <StatusBadge word="Partly undone" tone="amber" shape="triangle" />
  if (of.undone_at) return <StatusBadge word="Undone" tone="grey" shape="square" />
  if (length > 0)
    return <StatusBadge word={`${plural(length, 'file')} to settle`} tone="amber" shape="ring" />
  return <StatusBadge word="Done" tone="green" shape="circledTick" />
}

const importColumns = (ask: (of: Import) => void, hasKinds: boolean): ListColumn<Import>[] => [
  { name: 'at', header: 'When', cell: ({ at }) => formatDateTime(at) },
  { name: 'by', header: 'Who', cell: ({ by }) => by },
  ...(hasKinds
    ? [{ name: 'kind', header: 'What', cell: (of: Import) => capital(nounsOf(of.kind)) } as const]
    : []),
  { name: 'file', header: 'File', isName: true, cell: (of) => <FileLink of={of} /> },
  { name: 'created', header: 'New', align: 'right', cell: ({ created }) => created },
  { name: 'updated', header: 'Updated', align: 'right', cell: ({ updated }) => updated },
  { name: 'skipped', header: 'Left out', align: 'right', cell: ({ skipped }) => skipped },
  { name: 'state', header: 'State', cell: (of) => <StateBadge of={of} /> },
  {
    name: 'undo',
    header: 'Undo',
    align: 'right',
    width: 120,
    cell: (of) => of.can_undo && <WordButton {...undoOf(of, ask)} />,
  },
]
