import { IconRefresh, IconX } from '@tabler/icons-react'
import { IconButton } from '../IconButton.tsx'
import type { Upload } from '../modal/useSaving.ts'
import { FileName } from './FileName.tsx'
import { FilePreview } from './FilePreview.tsx'
import classes from './FileRow.module.css'
import { ProgressBar } from './ProgressBar.tsx'

type FileRowProps = {
  file: File
  upload: Upload | undefined
  onReplace: () => void
  onRemove: () => void
}

/** The chosen file, and while it travels how far it is. */
export function FileRow({ file, upload, onReplace, onRemove }: FileRowProps) {
  const percent = upload && Math.round(upload.share * 100)
  return (
    <div className={classes.row}>
      <FilePreview file={file} />
      <div className={classes.facts}>
        <FileName file={file} />
        {percent !== undefined && (
          <div className={classes.travel}>
            <ProgressBar label={`Uploading ${file.name}`} percent={percent} />
            <span aria-hidden>{percent} %</span>
          </div>
        )}
      </div>
      {!upload && (
        <>
          <IconButton icon={IconRefresh} label={`Replace ${file.name}`} onClick={onReplace} />
          <IconButton icon={IconX} label={`Remove ${file.name}`} onClick={onRemove} />
        </>
      )}
    </div>
  )
}
