import type { CSSProperties } from 'react'
import { toShillings } from '#contract/records/receipts.ts'
import { AmountField } from '../records/AmountField.tsx'
import { money } from '../ui/amounts.ts'
import type { FormInputs } from '../ui/form/FormFields.tsx'
import classes from './FeeFields.module.css'
import { type FeeLines, plannedCents } from './feeLines.ts'

const lines = [
  { field: 'to_school', name: 'To the school', about: 'As in its fee structure' },
  { field: 'rest', name: 'Everything else', about: 'Books, uniform, transport, shopping' },
] as const

type FeeFieldsProps = {
  form: FormInputs
  /** The name of the form's list of lines, one for each term. */
  name: string
  values: readonly FeeLines[]
  terms: readonly { id: number; term_name: string }[]
  /** What the sum of the terms is: `2027, for one student`. */
  total: string
}

/** The fees of a year, a column for each term. */
export function FeeFields({ form, name, values, terms, total }: FeeFieldsProps) {
  const nameOf = (term_id: number) => terms.find((term) => term.id === term_id)?.term_name ?? ''
  const planned = values.map(plannedCents)
  return (
    <div>
      <div className={classes.grid} style={{ '--terms': values.length } as CSSProperties}>
        <div className={classes.row} aria-hidden>
          <span />
          {values.map(({ term_id }) => (
            <span key={term_id} className={classes.term}>
              {nameOf(term_id)}
            </span>
          ))}
        </div>
        {lines.map(({ field, name: line, about }) => (
          <div key={field} className={classes.row}>
            <span>
              <b>{line}</b> <span className={classes.about}>{about}</span>
            </span>
            {values.map(({ term_id }, index) => {
              const { error, ...input } = form.getInputProps(`${name}.${index}.${field}`)
              const term = nameOf(term_id)
              return (
                <AmountField
                  key={term_id}
                  className={classes.field ?? ''}
                  aria-label={`${term}: ${line}`}
                  input={input}
                  error={error && `${term}: ${error}`}
                />
              )
            })}
          </div>
        ))}
        <div className={classes.row} data-sum>
          <b>Planned</b>
          {planned.map((cents, index) => (
            <output
              key={values[index]?.term_id}
              className={classes.sum}
              aria-label={`${nameOf(values[index]?.term_id ?? 0)}: Planned`}
            >
              {cents === undefined ? '–' : money(toShillings(cents))}
            </output>
          ))}
        </div>
      </div>
      <p className={classes.total}>
        {total} <b>{money(toShillings(planned.reduce<number>((sum, cents) => sum + (cents ?? 0), 0)))}</b>
      </p>
    </div>
  )
}
