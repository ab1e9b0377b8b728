import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { day, line, optional } from '#contract/base/fields.ts'
import { FieldInput } from './FormFields.tsx'

test.each([
  ['line', line('Visited on')],
  ['day', day('Visited on')],
] as const)('an optional %s is marked as such', (_kind, required) => {
  const textOf = (field: typeof required | ReturnType<typeof optional>) =>
    renderToStaticMarkup(
      <MantineProvider>
        <FieldInput form={{ getInputProps: () => ({}) as never }} name="on" field={field('Visit')} />
      </MantineProvider>,
    ).replaceAll(/<style.*?<\/style>|<[^>]*>/gs, '')
  expect(textOf(required)).toBe('Visited on')
  expect(textOf(optional(required))).toBe('Visited on optional')
})
