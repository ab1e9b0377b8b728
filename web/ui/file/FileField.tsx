import '@mantine/core/styles/Input.css'
import { Input } from '@mantine/core'
import type { ReactNode } from 'react'

type FileFieldProps = {
  /** Of the picker, which label, note and error belong to. */
  id: string
  label: string
  /** What is taken, or what is being done with it. */
  note: string | undefined
  error: ReactNode
  children: ReactNode
}

/** What stands around the place for one file or several. */
export const FileField = ({ id, label, note, error, children }: FileFieldProps) => (
  <Input.Wrapper
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
