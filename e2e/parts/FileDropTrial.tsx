import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import type { FileKind } from '#contract/files.ts'
import { FileDrop } from '../../web/ui/file/FileDrop.tsx'
import { FormModal } from '../../web/ui/form/FormModal.tsx'
import { send as sendCall } from '../../web/ui/http.ts'
import type { Saved, Transfer } from '../../web/ui/modal/useSaving.ts'

type FileDropTrialProps = {
  label: string
  hint: string
  kind: FileKind
  prepare?: (file: File) => Promise<File>
}

const schema = z.object({ file: z.file('Please Select a File for upload') })

const send = ({ file }: z.output<typeof schema>, transfer: Transfer) => {
  const body = new FormData()
  body.append('file', file)
  return sendCall<Saved>('POST', '/upload', { ...transfer, body })
}

/** A file drop in a form that saves, until a screen of the app has one. */
export function FileDropTrial({ label, ...drop }: FileDropTrialProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Add {label}</Button>
      {isOpen && (
        <FormModal
          title={`Add ${label}`}
          initialValues={{ file: null as File | null }}
          schema={schema}
          save={send}
          onSaved={() => {}}
          onClose={() => setIsOpen(false)}
        >
          {(form, upload) => (
            <FileDrop
              label={label}
              what={`the ${label.toLowerCase()}`}
              {...drop}
              {...form.getInputProps('file')}
              onProblem={(problem) => form.setFieldError('file', problem)}
              upload={upload}
            />
          )}
        </FormModal>
      )}
    </>
  )
}
