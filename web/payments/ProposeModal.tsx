import { Button, SimpleGrid } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import { type PaymentRow, paymentForm } from '#contract/money/payments.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { formatDateTime, onOneLine } from '../ui/formatDate.ts'
import { Message } from '../ui/Message.tsx'
import { paymentsQuery, proposePayment, usePaymentRefresh } from './paymentApi.ts'
import { termOf } from './paymentWords.ts'

type ProposeModalProps = {
  /** The term that is chosen already; the present one by default. */
  time: { year_id: number; term_id: number } | undefined
  onOpen: (payment: number) => void
  onClose: () => void
}

/** Starts a payment for a term, or opens the one that is being prepared. */
export function ProposeModal({ time, onOpen, onClose }: ProposeModalProps) {
  const refresh = usePaymentRefresh()
  const years = useChoices('years')
  const terms = useChoices('terms')
  const { data: { data: payments, present } = nothing } = useQuery(paymentsQuery)
  const chosen = time ?? present
  if (!chosen || !years || !terms) return null
  return (
    <FormModal
      title="Prepare payment"
      initialValues={{ year_id: String(chosen.year_id), term_id: String(chosen.term_id) }}
      schema={paymentForm}
      verb="Prepare"
      // The note above the foot says which payment, and opens it.
      waits={(values) => openPayment(payments, values) && 'One payment of a term at a time'}
      save={(form, transfer) => proposePayment(form, transfer)}
      // While the dialog is open: closing it first would go back in the history.
      onSaved={({ data }) => {
        void refresh()
        onOpen(data.id)
      }}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      {(form) => {
        const open = openPayment(payments, form.values)
        return (
          <>
            <SimpleGrid cols={2} spacing={12}>
              <SelectBox label="Year" data={years} {...form.getInputProps('year_id')} />
              <SelectBox label="Term" data={terms} {...form.getInputProps('term_id')} />
            </SimpleGrid>
            {open ? (
              <Message
                tone="note"
                action={
                  <Button
                    variant="default"
                    leftSection={<IconEye size={18} aria-hidden />}
                    onClick={() => onOpen(open.id)}
                  >
                    Open {open.number}
                  </Button>
                }
              >
                {open.state === 'draft'
                  ? `${open.prepared_by} is preparing ${termOf(open)} already, since ${onOneLine(formatDateTime(open.at))}.`
                  : `A payment for ${termOf(open)} waits for approval. The next one can be prepared after that.`}
              </Message>
            ) : (
              <p className="el-ui el-ink-2">
                Elimu proposes what each school is still owed, from the fee plans. You can change it before
                you send it.
              </p>
            )}
          </>
        )
      }}
    </FormModal>
  )
}

const nothing = { data: [], present: null }

const openPayment = (payments: PaymentRow[], { year_id, term_id }: { year_id: string; term_id: string }) =>
  payments.find(
    (payment) =>
      payment.state !== 'approved' &&
      payment.year_id === Number(year_id) &&
      payment.term_id === Number(term_id),
  )

function useChoices(kind: LookupKind) {
  const { data } = useQuery(lookupsQuery(kind))
  return data?.map((each) => ({ value: String(each.id), label: lookupName(kind, each) }))
}
