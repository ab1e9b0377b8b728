import { queryOptions } from '@tanstack/react-query'
import type { Finance } from '#contract/receipts.ts'
import { http } from '../../ui/http.ts'
import type { Transfer } from '../../ui/modal/useSaving.ts'
import type { EditedReceipt, NewReceipt } from './receiptForm.ts'
import { sha256Of } from './sha256Of.ts'

export type ReceiptSaved = { message: string; data: Finance }
type Receipt = NewReceipt | EditedReceipt

/** All of a student, the newest term first. */
export const receiptsQuery = (student_id: number) =>
  queryOptions({
    queryKey: ['receipts', 'of', student_id],
    queryFn: ({ signal }) =>
      http.get<{ data: Finance[] }>('/api/finance', { query: { query: student_id }, signal }),
    select: ({ data }) => data,
  })

/** A receipt to edit: always asked for anew, because the version that comes along is what a save is checked by. */
export const receiptToEditQuery = (id: number) =>
  queryOptions({
    queryKey: ['receipts', 'edit', id],
    queryFn: async ({ signal }) =>
      (await http.get<{ data: Finance }>(`/api/finance/${id}`, { query: { query: 'edit' }, signal })).data,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const addReceipt = (receipt: NewReceipt, transfer: Transfer) =>
  http.post<ReceiptSaved>('/api/finance', formData(receipt), { ...transfer, query: { query: '' } })

export const editReceipt = (id: number, receipt: EditedReceipt, transfer: Transfer) =>
  http.post<ReceiptSaved>(`/api/finance/${id}`, formData(receipt), {
    ...transfer,
    query: { _method: 'PUT', query: '' },
  })

/** What speaks for the receipt being there already. Nothing that goes wrong here keeps anybody from saving. */
export async function findSimilar({ receipt, ...form }: Receipt, id?: number): Promise<string[]> {
  try {
    const sha256 = receipt ? await sha256Of(receipt) : undefined
    return (await http.post<{ data: string[] }>('/api/finance/similar', { ...form, id, sha256 })).data
  } catch {
    return []
  }
}

function formData({ items, receipt, ...fields }: Receipt): FormData {
  const form = new FormData()
  const rows = items.flatMap((item, index) =>
    Object.entries(item).map(([field, value]) => [`items[${index}][${field}]`, value] as const),
  )
  for (const [name, value] of [...Object.entries(fields), ...rows])
    if (value !== undefined) form.append(name, String(value))
  if (receipt) form.append('receipt', receipt)
  return form
}
