import { useState } from 'react'
import type { Payment, PaymentFile } from '#contract/money/payments.ts'
import { saveFile } from '../../ui/export/saveFile.ts'
import { HttpError, messageOf } from '../../ui/http.ts'
import { receivePaymentFile, usePaymentRefresh } from '../paymentApi.ts'

export type FileFormat = 'csv' | 'xlsx'
type Asked = { kind: PaymentFile; format: FileFormat }

/** Downloads a file; one for the bank or M-Pesa that was downloaded before only after a question. */
export function useFileDownload({ id, number }: Payment, onChanged: () => void) {
  const refresh = usePaymentRefresh()
  const [asked, setAsked] = useState<Asked & { kind: 'bank' | 'paybill' }>()
  const [problem, setProblem] = useState<string>()

  const run = async (file: Asked, again: boolean) => {
    const { kind, format } = file
    setProblem(undefined)
    try {
      saveFile(await receivePaymentFile(id, { ...file, again }), `${number}-${kind}`, format)
      onChanged()
    } catch (error) {
      const isSecond = error instanceof HttpError && error.body.code === 'downloaded_before'
      if (!isSecond || kind === 'remittance') return setProblem(messageOf(error))
      await refresh(id)
      setAsked({ ...file, kind })
    }
  }
  return {
    asked,
    problem,
    start: (kind: PaymentFile, format: FileFormat) => void run({ kind, format }, false),
    again: () => asked && void run(asked, true),
    cancel: () => setAsked(undefined),
  }
}
