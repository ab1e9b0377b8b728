import { Box } from '@mantine/core'
import type { Import } from '#contract/imports.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { saveDownload } from '../../../ui/export/saveDownload.ts'
import { capital, plural } from '../../../ui/plural.ts'
import { DownloadRows } from '../../DownloadRows.tsx'
import type { LeftOut } from '../../leftOut.ts'
import { nounOf } from '../../rowWords.ts'
import { RowList } from '../check/RowGroup.tsx'
import { NotImported } from '../NotImported.tsx'

const FIRST_SHOWN = 20

type LeftOutCardProps = {
  of: Import
  /** Undefined if another device imported it, or a later import of this kind replaced it. */
  leftOut: LeftOut | undefined
}

/** The rows and columns that an import left out, with the reasons. */
export function LeftOutCard({ of: { kind, skipped }, leftOut }: LeftOutCardProps) {
  if (!leftOut)
    return (
      skipped > 0 && (
        <section className="el-card" aria-label="Left out">
          <CardHead
            title={`${plural(skipped, 'row')} left out`}
            about="Only the browser that imported the sheet has them, until its user logs out or imports another one. Choose the sheet again to see the reasons under Check."
          />
        </section>
      )
    )
  const { rows, columns, others, table } = leftOut
  if (rows.length + columns.length + others.length === 0) return null
  const save = () =>
    saveDownload({ ...table, lines: (line: (typeof table.lines)[number]) => [line] }, 'xlsx', table.lines)
  return (
    <Box component="section" className="el-card" aria-label="Left out" __vars={{ '--rows-inset': '20px' }}>
      {rows.length > 0 && (
        <>
          <CardHead
            title={`${plural(rows.length, 'row')} left out`}
            about="Correct them in the download, and import it as another sheet."
          >
            <DownloadRows count={rows.length} onSave={save} />
          </CardHead>
          <RowList
            label="Rows left out"
            rows={rows}
            first={FIRST_SHOWN}
            columns={[
              { name: 'name', header: capital(nounOf(kind)), isName: true, cell: ({ name }) => name || '–' },
              { name: 'reason', header: 'Why', cell: ({ reason }) => reason },
            ]}
            input={undefined}
            renderText={({ reason }) => reason}
          />
        </>
      )}
      <NotImported {...{ kind, columns, others }} />
    </Box>
  )
}
