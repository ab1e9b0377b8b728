import { Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { Fragment, type ReactNode, useState } from 'react'
import { dayOf } from '#contract/base/days.ts'
import { type Field, namesOf, type Fields } from '#contract/base/fields.ts'
import { DateField } from './date/DateField.tsx'
import { OptionalLabel } from './OptionalLabel.tsx'
import { SearchSelect } from './SearchSelect.tsx'
import { SelectBox } from './SelectBox.tsx'

/** How one screen changes a field's usual input. */
type Special = {
  /** The choices that are loaded; undefined until then. */
  choices?: { value: string; label: string }[] | undefined
  /** Above the input. */
  description?: ReactNode
  /** Below the input. */
  note?: ReactNode
  error?: ReactNode
  /** The first day that the calendar offers. */
  min?: string
  disabled?: boolean
}

export type FormInputs = { getInputProps: (name: string) => GetInputPropsReturnType }
type FieldInputProps = Special & { form: FormInputs; name: string; field: Field }

/** The input of a field, as its kind demands. */
export function FieldInput({ form, name, field, choices, note, min, ...special }: FieldInputProps) {
  const today = useToday()
  const { as, placeholder, from, lastDay } = field.input
  const input = {
    label: field.isOptional ? <OptionalLabel>{field.label}</OptionalLabel> : field.label,
    ...(placeholder !== undefined && { placeholder }),
    ...(note !== undefined && { description: note, inputWrapperOrder: noteBelow }),
    ...form.getInputProps(name),
    ...special,
  }
  switch (as) {
    case 'choice':
      return <SelectBox data={choices ?? field.input.choices ?? []} {...input} />
    case 'search':
      return <SearchSelect data={choices} {...input} />
    case 'day':
      return (
        <DateField
          {...input}
          label={field.label}
          isOptional={field.isOptional}
          min={min ?? from}
          max={lastDay?.(today)}
        />
      )
    case 'text':
      return <Textarea rows={4} {...input} />
    case 'email':
      return <TextInput type="email" inputMode="email" autoComplete="off" {...input} />
    case 'phone':
      return <TextInput type="tel" inputMode="tel" autoComplete="off" {...input} />
    case 'number':
      return <TextInput inputMode="numeric" autoComplete="off" {...input} />
    default:
      return <TextInput autoComplete="off" {...input} />
  }
}

const noteBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** The date in Kenya when the form was opened. */
export function useToday(): string {
  const [today] = useState(() => dayOf(new Date()))
  return today
}

type Names<List extends Fields> = readonly (keyof List & string)[]

type FormFieldsProps<List extends Fields> = {
  form: FormInputs
  fields: List
  /** All fields by default. */
  names?: Names<List>
  /** Changes to the usual inputs on this screen. */
  special?: Partial<Record<keyof List, Special>>
  /** Inputs that only this screen has. */
  own?: Partial<Record<keyof List, ReactNode>>
  /** The class of a wider field's place. */
  widths?: Partial<Record<keyof List, string | undefined>>
}

/** The inputs of fields, in their order. */
export function FormFields<List extends Fields>(props: FormFieldsProps<List>) {
  const { form, fields, names = namesOf(fields), special, own, widths } = props
  return names.map((name) => {
    const field: Field | undefined = fields[name]
    const input =
      own && name in own
        ? own[name]
        : field && <FieldInput form={form} name={name} field={field} {...special?.[name]} />
    return widths?.[name] ? (
      <div key={name} className={widths[name]}>
        {input}
      </div>
    ) : (
      <Fragment key={name}>{input}</Fragment>
    )
  })
}

/** The fields that a form does not place separately. */
export const otherFields = <List extends Fields>(fields: List, placed: Names<List>) =>
  namesOf(fields).filter((name) => !placed.includes(name))
