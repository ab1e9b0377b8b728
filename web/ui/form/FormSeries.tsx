import { Fragment, type ReactNode, useState } from 'react'

/** One of several forms that are filled in one after the other. */
export type FormInSeries<Values> = {
  /** The message of the save before this form. */
  saved?: string | undefined
  /** Opens the next form, after the save of these values. */
  next: (saved: string, values: Values) => void
}

type FormSeriesProps<Values> = {
  /** The form, and the values of the one before it. */
  children: (series: FormInSeries<Values>, before: Values | undefined) => ReactNode
}

/** A form that opens again for the next one after each 'Save and add another'. */
export function FormSeries<Values>({ children }: FormSeriesProps<Values>) {
  const [past, setPast] = useState<{ saved: string; values: Values }[]>([])
  const last = past.at(-1)
  const next = (saved: string, values: Values) => setPast([...past, { saved, values }])
  return <Fragment key={past.length}>{children({ saved: last?.saved, next }, last?.values)}</Fragment>
}
