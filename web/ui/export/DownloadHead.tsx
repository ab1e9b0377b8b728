import type { ReactNode } from 'react'
import type { ListRows } from '../list/useListRows.ts'
import { PageHead } from '../PageHead.tsx'
import type { Download } from './Download.ts'
import { DownloadButtons } from './DownloadButtons.tsx'
import classes from './DownloadHead.module.css'
import { DownloadState } from './DownloadState.tsx'
import { useSavingDownload } from './useSavingDownload.ts'

type DownloadHeadProps<Row> = {
  title: string
  subtitle?: ReactNode
  list: ListRows<Row>
  download: Download<Row>
  /** More buttons beside those that save. */
  children?: ReactNode
}

/** The head of a panel whose list can be saved, just as it is searched and sorted, with the rows of all pages. */
export function DownloadHead<Row>(props: DownloadHeadProps<Row>) {
  const { title, subtitle, list, download, children } = props
  const saving = useSavingDownload(download, list.allRows, list.isAnswered)
  return (
    <>
      <PageHead title={title} subtitle={subtitle}>
        <div className={classes.buttons}>
          <DownloadButtons saving={saving} />
          {children}
        </div>
      </PageHead>
      <DownloadState saving={saving} />
    </>
  )
}
