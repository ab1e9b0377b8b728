import { Input, VisuallyHidden } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useState } from 'react'
import type { FileKind } from '#contract/base/files.ts'
import classes from './DropZone.module.css'
import { acceptOf } from './fileKind.ts'

type DropZoneProps = {
  /** The id of the file input, for its label. */
  id: string
  picker: RefObject<HTMLInputElement | null>
  kind: FileKind
  isMultiple?: boolean
  isPreparing: boolean
  isBad: boolean
  describedBy: string | undefined
  onFiles: (files: File[]) => void
  /** What is shown in place of the file input. */
  children: ReactNode
}

/** The area where files are dropped or picked. It is disabled with the fieldset around it. */
export function DropZone(props: DropZoneProps) {
  const { id, picker, kind, isMultiple = false, isPreparing, isBad, describedBy, onFiles, children } = props
  const [isOver, setIsOver] = useState(false)
  /** `:disabled` is also true while the fieldset around the input is disabled. */
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
            // Lets the same file be picked again after it was removed or corrected.
            event.currentTarget.value = ''
          }}
        />
      </VisuallyHidden>
      {children}
    </div>
  )
}

type FileFieldProps = {
  /** The id of the file input, for label, note and error. */
  id: string
  label: ReactNode
  /** Which files are accepted, or how they are being prepared. */
  note: string | undefined
  error: ReactNode
  className?: string | false | undefined
  children: ReactNode
}

/** Label, note and error around an input for one file or several. */
export const FileField = ({ id, label, note, error, className, children }: FileFieldProps) => (
  <Input.Wrapper
    className={className || ''}
    label={label}
    labelProps={{ htmlFor: id }}
    description={note}
    descriptionProps={{ id: `${id}-hint`, 'aria-live': 'polite' }}
    error={error}
    errorProps={{ id: `${id}-error` }}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
  >
    {children}
  </Input.Wrapper>
)

type FileInvitationProps = { what: string; isMultiple?: boolean; onPick: () => void }

/** The dashed zone. It is hidden from screen readers and the keyboard, which use the file input itself. */
export function FileInvitation({ what, isMultiple = false, onPick }: FileInvitationProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keyboard uses the file input beside it
    <div className={classes.invitation} aria-hidden onClick={onPick}>
      <IconCloudUpload size={24} />
      <span>
        Drop {what} here or{' '}
        <span className={classes.link}>{isMultiple ? 'choose files' : 'choose a file'}</span>
      </span>
    </div>
  )
}
