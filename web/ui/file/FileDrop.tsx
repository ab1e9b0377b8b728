import { IconRefresh, IconX } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { FileKind } from '#contract/base/files.ts'
import { IconButton } from '../IconButton.tsx'
import type { Upload } from '../modal/useSaving.ts'
import classes from './DropZone.module.css'
import { DropZone, FileField, FileInvitation } from './DropZone.tsx'
import { fileProblem } from './fileKind.ts'
import { ProgressBar } from '../ProgressBar.tsx'
import { FileName, FilePreview } from './FilePreview.tsx'

export type FileDropProps = {
  label: ReactNode
  /** What to drop: `the certificate`. */
  what: string
  /** The accepted files in words: `PDF only, up to 20 MB`. */
  hint: string
  kind: FileKind
  value?: File | null
  onChange: (file: File | null) => void
  /** Called with the reason why a file was refused. It becomes the field's error, so that Clear clears it too. */
  onProblem: (problem: string) => void
  /** The form's or the server's error on the file. */
  error?: ReactNode
  upload?: Upload | undefined
  /** The current file, which is used until another one is saved. */
  present?: ReactNode
  /** Changes a file before it is accepted, such as shrinkImage. */
  prepare?: (file: File) => Promise<File>
}

/** One file: dropped, picked or taken by a phone's camera. Files that the server would refuse are refused at once. */
export function FileDrop(props: FileDropProps) {
  const { label, what, hint, kind, value, onChange, onProblem, error, upload, present, prepare } = props
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [preparing, setPreparing] = useState<string>()

  const prepared = async (file: File, prepareFile: (file: File) => Promise<File>) => {
    setPreparing(file.name)
    try {
      return await prepareFile(file)
    } finally {
      setPreparing(undefined)
    }
  }
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const file = prepare ? await prepared(chosen, prepare) : chosen
    const problem = fileProblem(file, kind)
    if (problem) onProblem(problem)
    else onChange(file)
  }
  const remove = () => {
    onChange(null)
    picker.current?.focus()
  }
  const pick = () => picker.current?.click()
  const note = preparing ? `Preparing ${preparing} …` : value ? undefined : hint

  return (
    <FileField id={id} label={label} note={note} error={error}>
      <DropZone
        id={id}
        picker={picker}
        kind={kind}
        isPreparing={preparing !== undefined}
        isBad={Boolean(error)}
        describedBy={error ? `${id}-error` : note && `${id}-hint`}
        onFiles={([file]) => void take(file)}
      >
        {value ? (
          <FileRow file={value} upload={upload} onReplace={pick} onRemove={remove} />
        ) : (
          <FileInvitation what={what} onPick={pick} />
        )}
      </DropZone>
      {present}
    </FileField>
  )
}

/** Opens the current PDF in a new tab. */
export const PresentPdf = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className={classes.present} href={href} target="_blank" rel="noopener">
    {children}
  </a>
)

type FileRowProps = {
  file: File
  upload: Upload | undefined
  onReplace: () => void
  onRemove: () => void
}

/** The chosen file, and its progress while it is uploaded. */
export function FileRow({ file, upload, onReplace, onRemove }: FileRowProps) {
  const percent = upload && Math.round(upload.share * 100)
  return (
    <div className={classes.row}>
      <FilePreview file={file} />
      <div className="el-grow">
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
