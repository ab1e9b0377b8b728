import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/VisuallyHidden.css'
import { Button, VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnnualDocument } from '#contract/documents.ts'
import { pdfFile } from '#contract/files.ts'
import { FileDrop } from '../../ui/file/FileDrop.tsx'
import { Message } from '../../ui/Message.tsx'
import type { Year } from '../useChosenYear.ts'
import { documentName, type DocumentType } from './documentName.ts'
import classes from './DocumentUpload.module.css'
import { uploadDocument } from './financeApi.ts'
import { useDocumentUpload } from './useDocumentUpload.ts'

type DocumentUploadProps = {
  student: number
  year: Year
  type: DocumentType
  /** The one that a new one takes the place of; undefined before that is known. */
  present: AnnualDocument | null | undefined
}

/** Uploads a fee structure or an account statement. */
export function DocumentUpload({ student, year, type, present }: DocumentUploadProps) {
  const client = useQueryClient()
  const name = documentName(type, year)
  const button = useRef<HTMLButtonElement>(null)
  const { file, choose, refuse, notice, upload, start } = useDocumentUpload(
    (chosen, transfer) => uploadDocument({ type, studId: student, year: year.id }, chosen, transfer),
    () => {
      void client.invalidateQueries({ queryKey: ['documents'] })
      // A year that had nothing before is one of the profile's now.
      void client.invalidateQueries({ queryKey: ['student', student] })
    },
  )
  const cancel = () => {
    upload?.cancel()
    button.current?.focus()
  }
  return (
    <div className={classes.document}>
      <fieldset className={classes.field} disabled={upload !== undefined}>
        <FileDrop
          label={name}
          what="the PDF"
          hint="PDF only, up to 20 MB"
          kind={pdfFile}
          value={file}
          onChange={choose}
          onProblem={refuse}
          upload={upload}
        />
      </fieldset>
      <div className={classes.deeds}>
        <Button
          ref={button}
          variant="default"
          aria-disabled={upload !== undefined}
          data-disabled={upload !== undefined || undefined}
          onClick={start}
        >
          Upload <VisuallyHidden>{name}</VisuallyHidden>
        </Button>
        {upload ? (
          <Button variant="subtle" onClick={cancel}>
            Cancel upload
          </Button>
        ) : (
          <span className={classes.present}>
            {present && (
              <>
                Replaces the{' '}
                <a href={present.path} target="_blank" rel="noopener">
                  present one
                </a>
              </>
            )}
            {present === null && `None yet for ${year.year_name}`}
          </span>
        )}
      </div>
      {notice && <Message tone={notice.tone}>{notice.text}</Message>}
    </div>
  )
}
