import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { searchText, WHOLE_LIST_LIMIT } from '#contract/base/lists.ts'
import type {
  ApproveForm,
  CameBackForm,
  LinesForm,
  PaidForm,
  Payment,
  PaymentFile,
  PaymentForm,
  PaymentRow,
} from '#contract/money/payments.ts'
import { useFundingChanged } from '../funding/fundingApi.ts'
import { call } from '../ui/call.ts'
import { receiveFile } from '../ui/http.ts'
import { listKey, type ListSource } from '../ui/list/rows/ListSource.ts'
import type { Transfer } from '../ui/modal/useSaving.ts'

export const paymentList: ListSource<PaymentRow> = {
  call: 'GET /api/payments',
  rowKey: ({ id }) => id,
  searchText: ({ number, term, year }) => searchText([], [number, term, year]),
}

/** All payments, the newest first, and the present term. */
export const paymentsQuery = queryOptions({
  queryKey: [...listKey(paymentList), 'all'],
  queryFn: ({ signal }) => call('GET /api/payments', { query: { whole: WHOLE_LIST_LIMIT }, signal }),
})

/** What is owed to schools for a term. */
export const owedQuery = ({ year_id, term_id }: { year_id: number; term_id: number }) =>
  queryOptions({
    queryKey: [...listKey(paymentList), 'owed', year_id, term_id],
    queryFn: async ({ signal }) => {
      const query = { year: year_id, term: term_id, size: 1 }
      return (await call('GET /api/funding', { query, signal })).data
    },
  })

export const paymentQuery = (id: number) =>
  queryOptions({
    queryKey: ['payment', id],
    queryFn: async ({ signal }) => (await call('GET /api/payments/:id', { params: { id }, signal })).data,
  })

/** What the files for bank and M-Pesa contain now. */
export const transfersQuery = (id: number) =>
  queryOptions({
    queryKey: ['payment', id, 'transfers'],
    queryFn: async ({ signal }) =>
      (await call('GET /api/payments/:id/transfers', { params: { id }, signal })).data,
  })

export const accountQuery = (school_id: number) =>
  queryOptions({
    queryKey: ['school account', school_id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/schools/:id/account', { params: { id: school_id }, signal })).data,
  })

export const ownPaymentsQuery = queryOptions({
  queryKey: ['own payments'],
  queryFn: async ({ signal }) => (await call('GET /api/payments?query=mine', { signal })).data,
})

/** Fetches the list and the figures of money again, and a payment, which it returns unless the server refuses it. */
export function usePaymentRefresh() {
  const client = useQueryClient()
  const fundingChanged = useFundingChanged()
  return useCallback(
    async (id?: number): Promise<Payment | undefined> => {
      void client.invalidateQueries({ queryKey: listKey(paymentList) })
      fundingChanged()
      if (id === undefined) return undefined
      void client.invalidateQueries(transfersQuery(id))
      return client.fetchQuery({ ...paymentQuery(id), staleTime: 0 }).catch(() => undefined)
    },
    [client, fundingChanged],
  )
}

export const proposePayment = (body: PaymentForm, transfer: Transfer) =>
  call('POST /api/payments', { body, ...transfer })

export const changeLines = (id: number, body: LinesForm, transfer: Transfer) =>
  call('PUT /api/payments/:id/lines', { params: { id }, body, ...transfer })

export const sendPayment = (id: number, transfer: Transfer) =>
  call('POST /api/payments/:id/ready', { params: { id }, ...transfer })

export const returnPayment = (id: number, body: { note: string }, transfer: Transfer) =>
  call('POST /api/payments/:id/return', { params: { id }, body, ...transfer })

export const approvePayment = ({ id, number }: Payment, body: ApproveForm, transfer: Transfer) =>
  call('POST /api/payments/:id/approve', {
    params: { id },
    body,
    ...transfer,
    action: { verb: 'approve payment', name: number },
  })

export const reopenPayment = (id: number, transfer: Transfer) =>
  call('POST /api/payments/:id/reopen', { params: { id }, ...transfer })

export const markPaid = (id: number, body: PaidForm, transfer: Transfer) =>
  call('POST /api/payments/:id/paid', { params: { id }, body, ...transfer })

export const noteCameBack = (id: number, body: CameBackForm, transfer: Transfer) =>
  call('POST /api/payments/:id/came-back', { params: { id }, body, ...transfer })

export const printRemittances = async (id: number, school: number | null) =>
  (await call('POST /api/payments/:id/remittance', { params: { id }, body: { school } })).data

type File = { kind: PaymentFile; format: 'csv' | 'xlsx'; again?: boolean }

export const receivePaymentFile = (id: number, { kind, format, again = false }: File) =>
  receiveFile(`/api/payments/${id}/file`, { kind, format, again: again ? '1' : '0' })
