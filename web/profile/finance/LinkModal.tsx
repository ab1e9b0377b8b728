import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { paymentMessages } from '#contract/money/payments.ts'
import { paidQuery } from '../../records/receipts/openPayments.ts'
import { refreshRecords } from '../../records/recordApi.ts'
import { call } from '../../ui/call.ts'
import { ContinueNote } from '../../ui/form/ContinueNote.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import {
  keyOf,
  linkChanges,
  type LinkChoice,
  linkedKeys,
  mergeChosen,
  receiptsToSave,
} from './linkChoices.ts'
import classes from './PaidToSchool.module.css'

type LinkModalProps = {
  title: string
  subtitle: string
  student: number
  choices: LinkChoice[]
  onClose: () => void
}

const linkForm = z.object({ chosen: z.array(z.string()) })

/** Links receipts to a payment, or payments to a receipt. */
export function LinkModal({ title, subtitle, student, choices, onClose }: LinkModalProps) {
  const client = useQueryClient()
  // Another user may save while the form is open: what they saved is shown before it can be replaced.
  const [seen, setSeen] = useState(choices)
  const [isRefused, setIsRefused] = useState(false)
  const changes = isRefused ? linkChanges(seen, choices) : []
  const refresh = () => refreshRecords(client, 'receipt', [student])
  return (
    <FormModal
      title={title}
      subtitle={subtitle}
      initialValues={{ chosen: linkedKeys(choices) }}
      schema={linkForm}
      save={async ({ chosen }) => {
        setIsRefused(false)
        for (const { line_id, ...body } of receiptsToSave(seen, chosen)) {
          await call('PUT /api/payment-lines/:id/receipts', { params: { id: line_id }, body })
          // Of several payments, a later one may be refused.
          setSeen((each) =>
            each.map((choice) =>
              choice.line_id === line_id ? { ...choice, receipts: body.receipts } : choice,
            ),
          )
        }
        return { message: paymentMessages.linked }
      }}
      onSaved={refresh}
      onFailed={() => {
        refresh()
        const { queryKey } = paidQuery(student)
        void client.refetchQueries({ queryKey }, { cancelRefetch: false }).then(() => setIsRefused(true))
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          {changes.length > 0 && (
            <ContinueNote
              onContinue={() => {
                form.setFieldValue('chosen', mergeChosen(seen, form.values.chosen, choices))
                form.setInitialValues({ chosen: linkedKeys(choices) })
                setSeen(choices)
                setIsRefused(false)
              }}
            >
              {changes.join(' ')}
            </ContinueNote>
          )}
          <ul className="el-frame el-ruled">
            {seen.map((choice) => {
              const { chosen } = form.values
              const key = keyOf(choice)
              const change = (isOn: boolean) =>
                form.setFieldValue('chosen', isOn ? [...chosen, key] : chosen.filter((each) => each !== key))
              return (
                <li key={key}>
                  <label className={classes.choice}>
                    <input
                      type="checkbox"
                      checked={chosen.includes(key)}
                      onChange={({ currentTarget }) => change(currentTarget.checked)}
                    />
                    <b className="el-ui el-strong el-numbers">{choice.words}</b>
                    <span className="el-sm el-ink-2 el-break">{choice.note}</span>
                  </label>
                </li>
              )
            })}
          </ul>
        </>
      )}
    </FormModal>
  )
}
