import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { id } from '#contract/base/fields.ts'
import { paymentMessages } from '#contract/money/payments.ts'
import { refreshRecords } from '../../records/recordApi.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import classes from './PaidToSchool.module.css'

export type Linked = { id: number; words: string; note: string; isLinked: boolean }

type LinkModalProps = {
  title: string
  subtitle: string
  student: number
  /** What can be linked, and what is. */
  choices: Linked[]
  /** Saves the chosen ids. */
  save: (chosen: number[]) => Promise<void>
  onClose: () => void
}

const linkForm = z.object({ chosen: z.array(id('')) })

/** Links receipts to a payment, or payments to a receipt. */
export function LinkModal({ title, subtitle, student, choices, save, onClose }: LinkModalProps) {
  const client = useQueryClient()
  const refresh = () => refreshRecords(client, 'receipt', [student])
  return (
    <FormModal
      title={title}
      subtitle={subtitle}
      initialValues={{
        chosen: choices.filter(({ isLinked }) => isLinked).map((choice) => String(choice.id)),
      }}
      schema={linkForm}
      save={async ({ chosen }) => {
        await save(chosen)
        return { message: paymentMessages.linked }
      }}
      onSaved={refresh}
      // Of several payments, some may be saved.
      onFailed={refresh}
      onClose={onClose}
    >
      {(form) => (
        <ul className="el-frame el-ruled">
          {choices.map(({ id: own, words, note }) => {
            const { chosen } = form.values
            const value = String(own)
            const change = (isOn: boolean) =>
              form.setFieldValue(
                'chosen',
                isOn ? [...chosen, value] : chosen.filter((each) => each !== value),
              )
            return (
              <li key={own}>
                <label className={classes.choice}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(value)}
                    onChange={({ currentTarget }) => change(currentTarget.checked)}
                  />
                  <b className="el-ui el-strong el-numbers">{words}</b>
                  <span className="el-sm el-ink-2 el-break">{note}</span>
                </label>
              </li>
            )
          })}
        </ul>
      )}
    </FormModal>
  )
}
