import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../ui/call.ts'
import { messageOf } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import { useRightsChanged } from '../requests/requestApi.ts'

/** Cancels anonymising a student during the wait. The messages are shown above the record or the list. */
export function useCancelAnonymise() {
  const changed = useRightsChanged()
  const { mutate, isPending, error, data, submittedAt } = useMutation({
    mutationFn: (id: number) => call('DELETE /api/students/:id/anonymise', { params: { id } }),
    onSettled: changed,
  })
  const failure = error && (
    <Message tone="bad" hasSpaceBelow>
      {messageOf(error)}
    </Message>
  )
  const success = data && <Cancelled key={submittedAt}>{data.message}</Cancelled>
  return { cancel: mutate, isPending, failure, success }
}

/** Takes the focus, because the button that had it is removed. */
function Cancelled({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1}>
      <Message tone="good" hasSpaceBelow>
        {children}
      </Message>
    </div>
  )
}
