import '@mantine/core/styles/Input.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { formatDate } from '../ui/formatDate.ts'

type DateFieldProps = Omit<TextInputProps, 'type' | 'value'> & { value?: string }

/** The platform's own date field. It writes dates as the browser likes, so the date stands below in words too. */
export const DateField = ({ value = '', ...others }: DateFieldProps) => (
  <TextInput
    type="date"
    value={value}
    description={value && formatDate(`${value}T00:00`)}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...others}
  />
)
