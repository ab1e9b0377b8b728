import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Input, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import classes from './FileDrop.module.css'
import { acceptOf, type FileKind, fileProblem } from './file/fileKind.ts'
import { FileInvitation } from './file/FileInvitation.tsx'
import { FileRow } from './file/FileRow.tsx'
import type { Upload } from './modal/useSaving.ts'

type FileDropProps = {
  label: string
  /** What to drop: `the certificate`. */
  what: string
  /** What is taken, in words: `PDF only, up to 20 MB`. */
  hint: string
  kind: FileKind
  value: File | null
  onChange: (file: File | null) => void
  /** The form's or the server's word on the file. */
  error?: ReactNode
  upload?: Upload | undefined
}

/** One file: dropped, picked or taken by a phone's camera; refused at once when it is of no use. */
export function FileDrop({ label, what, hint, kind, value, onChange, error, upload }: FileDropProps) {
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const isLocked = upload !== undefined

  const take = (file: File | undefined) => {
    if (!file || isLocked) return
    const found = fileProblem(file, kind)
    setProblem(found)
    if (!found) onChange(file)
  }
  const remove = () => {
    setProblem(undefined)
    onChange(null)
    picker.current?.focus()
  }
  const pick = () => picker.current?.click()
  const shownError = problem ?? error

  return (
    <Input.Wrapper
      label={label}
      labelProps={{ htmlFor: id }}
      description={value ? undefined : hint}
      descriptionProps={{ id: `${id}-hint` }}
      error={shownError}
      errorProps={{ id: `${id}-error` }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div
        className={classes.drop}
        data-over={isOver}
        data-bad={Boolean(shownError)}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(!isLocked)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <VisuallyHidden>
          <input
            ref={picker}
            id={id}
            type="file"
            accept={acceptOf(kind)}
            disabled={isLocked}
            aria-invalid={Boolean(shownError)}
            aria-describedby={shownError ? `${id}-error` : value ? undefined : `${id}-hint`}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              // So that the same file can be picked again after it was removed or mended.
              event.currentTarget.value = ''
            }}
          />
        </VisuallyHidden>
        {value ? (
          <FileRow file={value} upload={upload} onReplace={pick} onRemove={remove} />
        ) : (
          <FileInvitation what={what} onPick={pick} />
        )}
      </div>
    </Input.Wrapper>
  )
}
