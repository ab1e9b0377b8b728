import { expect, test, vi } from 'vitest'
import { HttpError } from '../ui/http.ts'
import { createQueryClient } from './queryClient.ts'

test.each([
  { of: 'a server error', status: 500, calls: 3 },
  { of: 'no connection', status: 0, calls: 3 },
  { of: 'a refusal', status: 403, calls: 1 },
])('$of is reported within three seconds, although each of $calls calls takes half a second', async (row) => {
  vi.useFakeTimers()
  const queryFn = vi.fn<() => Promise<never>>(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    throw new HttpError(row.status, { message: 'failed' })
  })
  const failed = vi.fn<() => void>()
  createQueryClient()
    .fetchQuery({ queryKey: [row.of], queryFn })
    .catch(failed)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(failed).toHaveBeenCalled()
  expect(queryFn).toHaveBeenCalledTimes(row.calls)
  vi.useRealTimers()
})
