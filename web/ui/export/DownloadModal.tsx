import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconFileZip } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type DownloadKind, everythingPath } from '#contract/downloads.ts'
import { canDownloadEverything } from '#contract/permissions.ts'
import { LoadFailure } from '../LoadFailure.tsx'
import { Message } from '../Message.tsx'
import frame from '../modal/ModalFrame.module.css'
import { ModalFrame } from '../modal/ModalFrame.tsx'
import { useModalLife } from '../modal/useModalLife.ts'
import { plural } from '../plural.ts'
import { useSessionUser } from '../sessionUser.ts'
import classes from './DownloadModal.module.css'
import { downloadList } from './downloadList.ts'
import type { FileKind } from './saveDownload.ts'
import { confirmAndDownload } from './saveFile.ts'

const nouns: Record<DownloadKind, string> = {
  students: 'Students',
  users: 'Users',
  schools: 'Schools',
  results: 'Report Cards',
  receipts: 'Receipts',
}

const kinds = [
  { fileKind: 'csv', word: 'CSV', Icon: IconFileTypeCsv },
  { fileKind: 'xlsx', word: 'XLSX', Icon: IconFileSpreadsheet },
] as const

type DownloadModalProps = { kind: DownloadKind; onClose: () => void }

/** Saves all rows of a list with all fields; for some users also everything. */
export function DownloadModal({ kind, onClose }: DownloadModalProps) {
  const { role } = useSessionUser()
  const life = useModalLife(onClose)
  const noun = nouns[kind]
  const saving = useDownload(kind)
  return (
    <ModalFrame life={life} title={`Download ${noun}`} shape="narrow">
      <div className={frame.body}>
        {saving.error && <LoadFailure error={saving.error} onRetry={saving.retry} />}
        {saving.data !== undefined && (
          <Message tone="good" hasSpaceBelow>
            {plural(saving.data, 'row')} saved.
          </Message>
        )}
        <p className="el-body el-ink-2">
          All {noun.toLowerCase()}, with all fields that you see. The import reads the file too. Elimu records
          who downloads it.
        </p>
        <div className={classes.kinds}>
          {kinds.map(({ fileKind, word, Icon }) => (
            <Button
              key={fileKind}
              variant="default"
              leftSection={<Icon size={20} aria-hidden />}
              disabled={saving.isPending}
              onClick={() => saving.save(fileKind)}
            >
              Download {word}
            </Button>
          ))}
          <output className="el-sm el-ink-2">
            {saving.isPending && `Preparing the file: ${plural(saving.rows, 'row')}`}
          </output>
        </div>
        {canDownloadEverything(role) && <Everything />}
      </div>
    </ModalFrame>
  )
}

/** Saves the list, until the dialog is closed. */
function useDownload(kind: DownloadKind) {
  const [rows, setRows] = useState(0)
  const closing = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])
  const { mutate, variables, ...saving } = useMutation({
    mutationFn: (fileKind: FileKind) =>
      downloadList(kind, fileKind, { onRows: setRows, signal: closing.current.signal }),
    onMutate: () => setRows(0),
  })
  return { ...saving, rows, save: mutate, retry: () => variables && mutate(variables) }
}

function Everything() {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmAndDownload(everythingPath, { verb: 'download everything' }),
  })
  return (
    <section className={classes.everything}>
      <h3 className="el-ui el-strong">Everything as spreadsheets</h3>
      <p className="el-body el-ink-2">
        A ZIP of all schools, users, students, report cards and receipts, which an empty Elimu imports. The
        files have no password.
      </p>
      {error && <LoadFailure error={error} onRetry={() => mutate()} />}
      <div className={classes.kinds}>
        <Button
          variant="default"
          leftSection={<IconFileZip size={20} aria-hidden />}
          disabled={isPending}
          onClick={() => mutate()}
        >
          Download Everything
        </Button>
        <output className="el-sm el-ink-2">
          {isSuccess && 'The download has started. The browser shows how far it is.'}
        </output>
      </div>
    </section>
  )
}
