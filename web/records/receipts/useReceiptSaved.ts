import { useQueryClient } from '@tanstack/react-query'
import type { ReceiptSaved } from './receiptApi.ts'

/** What is shown of a student's receipts is asked for anew; so are the years of their profile. */
export function useReceiptSaved() {
  const client = useQueryClient()
  return ({ data: { student_id } }: ReceiptSaved) => {
    void client.invalidateQueries({ queryKey: ['receipts'] })
    void client.invalidateQueries({ queryKey: ['student', student_id] })
  }
}
