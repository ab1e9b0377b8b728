import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, type RefObject, useState } from 'react'
import type { FileKind } from '#contract/files.ts'
import classes from './DropZone.module.css'
import { acceptOf } from './fileKind.ts'

type DropZoneProps = {
  /** Of the picker, for its label. */
  id: string
  picker: RefObject<HTMLInputElement | null>
  kind: FileKind
  isMultiple?: boolean
  isPreparing: boolean
  isBad: boolean
  describedBy: string | undefined
  onFiles: (files: File[]) => void
  /** What stands for the picker. */
  children: ReactNode
}

/** Where files are dropped or picked; a form that rests its fields rests it too. */
export function DropZone(props: DropZoneProps) {
  const { id, picker, kind, isMultiple = false, isPreparing, isBad, describedBy, onFiles, children } = props
  const [isOver, setIsOver] = useState(false)
  /** Also while a form rests all its fields. */
  const isClosed = () => picker.current?.matches(':disabled') ?? true
  const take = (files: FileList | null) => {
    const chosen = [...(files ?? [])].slice(0, isMultiple ? undefined : 1)
    if (chosen.length && !isClosed()) onFiles(chosen)
  }
  return (
    <div
      className={classes.drop}
      data-over={isOver}
      data-bad={isBad}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(!isClosed())
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <VisuallyHidden>
        <input
          ref={picker}
          id={id}
          type="file"
          multiple={isMultiple}
          accept={acceptOf(kind)}
          disabled={isPreparing}
          aria-invalid={isBad}
          aria-describedby={describedBy}
          onChange={(event) => {
            take(event.currentTarget.files)
            // So that the same file can be picked again after it was removed or mended.
            event.currentTarget.value = ''
          }}
        />
      </VisuallyHidden>
      {children}
    </div>
  )
}
