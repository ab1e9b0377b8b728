import { Box, SimpleGrid, Stack, VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { type RecordKind, recordKinds } from '../recordKinds.ts'

type FilledFieldsProps<Values> = {
  kind: RecordKind
  form: UseFormReturnType<Values>
  /** The initial values of the form; undefined until they are loaded. */
  values: Values | undefined
  error?: Error | null
  onRetry?: () => void
  children: ReactNode
}

/** The fields of a record, once the form is filled and the years are loaded. */
export function FilledFields<Values>(props: FilledFieldsProps<Values>) {
  const { kind, form, values, error, onRetry, children } = props
  const fields = useRef<HTMLDivElement>(null)
  const { initialize, initialized: isShown } = form
  // Input into a select box is lost until its options are loaded.
  const { isPending } = useQuery(lookupsQuery('years'))

  useEffect(() => {
    // `initialize` works once, so a later answer, such as after a lost connection, does not overwrite the user's input.
    if (values && !isPending) initialize(values)
  }, [values, isPending, initialize])
  useEffect(() => {
    if (isShown) fields.current?.querySelector('select')?.focus()
  }, [isShown])

  if (isShown)
    return (
      <Stack ref={fields} gap={14}>
        {children}
      </Stack>
    )
  if (error && onRetry) return <LoadFailure error={error} onRetry={onRetry} />
  return (
    <>
      <VisuallyHidden component="output">Loading the {recordKinds[kind].noun}</VisuallyHidden>
      <SimpleGrid
        cols={kind === 'report' ? { base: 1, sm: 2 } : 1}
        spacing={28}
        verticalSpacing={39}
        pt={25}
        aria-hidden
      >
        {Array.from({ length: kind === 'report' ? 8 : 4 }, (_, index) => (
          <Box key={index} className="el-blank" h="var(--el-ctl)" />
        ))}
      </SimpleGrid>
    </>
  )
}
