import '@mantine/core/styles/VisuallyHidden.css'
import { VisuallyHidden } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { RecordState } from '../form/RecordState.tsx'
import { receiptToEditQuery } from './receiptApi.ts'
import { ReceiptFields } from './ReceiptFields.tsx'
import classes from './ReceiptToEdit.module.css'
import { type ReceiptValues, valuesOf } from './receiptValues.ts'

type ReceiptToEditProps = { id: number; form: UseFormReturnType<ReceiptValues>; upload: Upload | undefined }

/** The fields of a receipt, as soon as the receipt is there. */
export function ReceiptToEdit({ id, form, upload }: ReceiptToEditProps) {
  const { data: receipt, error, refetch } = useQuery(receiptToEditQuery(id))
  const fields = useRef<HTMLDivElement>(null)
  const { initialize, initialized: isFilled } = form

  useEffect(() => {
    // What comes later, such as after a lost connection, does not overwrite what is typed.
    if (receipt) initialize(valuesOf(receipt))
  }, [receipt, initialize])
  useEffect(() => {
    if (isFilled) fields.current?.querySelector('select')?.focus()
  }, [isFilled])

  if (receipt && isFilled)
    return (
      <div ref={fields} className={classes.fields}>
        <RecordState record={receipt} />
        <ReceiptFields form={form} upload={upload} present={receipt.pathFinance} />
      </div>
    )
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return (
    <>
      <VisuallyHidden component="output">Loading the receipt</VisuallyHidden>
      <div className={classes.skeleton} aria-hidden>
        {Array.from({ length: 4 }, (_, row) => (
          <span key={row} className={classes.bar} />
        ))}
      </div>
    </>
  )
}
