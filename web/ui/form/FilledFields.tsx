import { Box, SimpleGrid, Stack, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ReactNode, useEffect, useRef } from 'react'
import { LoadFailure } from '../LoadFailure.tsx'
import { focusField } from './focusField.ts'

type FilledFieldsProps<Values> = {
  /** The noun for the record that is loaded: `student`. */
  noun: string
  form: UseFormReturnType<Values>
  /** The initial values of the form, the same object from render to render; undefined until they are loaded. */
  values: Values | undefined
  error?: Error | null
  onRetry?: () => void
  /** The number of fields in the skeleton, and of their columns. */
  blanks: { count: number; columns: number }
  /** Whether the focus starts in the first empty field, because the others are filled already. */
  startsEmpty?: boolean
  children: ReactNode
}

/** The fields of a form that loads its values, once it is filled. */
export function FilledFields<Values>(props: FilledFieldsProps<Values>) {
  const { noun, form, values, error, onRetry, blanks, startsEmpty = false, children } = props
  const fields = useRef<HTMLDivElement>(null)
  const { initialize, initialized: isShown } = form

  useEffect(() => {
    // `initialize` works once, so a later answer, such as after a lost connection, does not overwrite the user's input.
    if (values) initialize(values)
  }, [values, initialize])
  useEffect(() => {
    if (isShown) focusField(fields.current, startsEmpty)
  }, [isShown, startsEmpty])

  if (isShown)
    return (
      <Stack ref={fields} gap={14}>
        {children}
      </Stack>
    )
  if (error && onRetry) return <LoadFailure error={error} onRetry={onRetry} />
  return (
    <>
      <VisuallyHidden component="output">Loading the {noun}</VisuallyHidden>
      <SimpleGrid
        cols={{ base: 1, sm: blanks.columns }}
        spacing={16}
        verticalSpacing={39}
        pt={25}
        aria-hidden
      >
        {Array.from({ length: blanks.count }, (_, index) => (
          <Box key={index} className="el-blank" h="var(--el-ctl)" />
        ))}
      </SimpleGrid>
    </>
  )
}
