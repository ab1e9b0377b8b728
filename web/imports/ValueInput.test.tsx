import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { targetsOf } from './sheet/targets.ts'
import { ValueInput } from './ValueInput.tsx'

test.for([
  ['ambition', 0],
  ['dob', 0],
  ['gender', 0],
  ['school', 1],
] as const)('the input of %s reads %i lists of names', ([field, lists]) => {
  const client = new QueryClient()
  const target = targetsOf('students').find((each) => each.field === field)
  renderToStaticMarkup(
    <MantineProvider>
      <QueryClientProvider client={client}>
        {target && <ValueInput target={target} label="Value" value="" onChange={() => undefined} />}
      </QueryClientProvider>
    </MantineProvider>,
  )
  expect(client.getQueryCache().getAll()).toHaveLength(lists)
})
