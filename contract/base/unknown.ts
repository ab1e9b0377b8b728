import { z } from 'zod'
import { type Field, type Fields, type Kind, mapped, type Shown } from './fields.ts'
import { fold } from './lists.ts'

/** How a fact that is not known is shown, and written in a sheet. */
export const NOT_KNOWN = 'Not known'

/** Whether a cell of a sheet says that its fact is not known. */
export const isNotKnown = (cell: unknown) => typeof cell === 'string' && fold(cell) === fold(NOT_KNOWN)

/**
 * A fact that the form requires, but an import may leave unknown. It is null then, which may also mean that it does not
 * apply: then it is `shown` as nothing.
 */
export const orUnknown =
  <Schema extends z.ZodType>(
    of: Kind<Schema>,
    shown: Shown = NOT_KNOWN,
  ): Kind<Schema, z.output<Schema> | null> =>
  (entity, isOptional) => {
    const field = of(entity, isOptional)
    return {
      ...field,
      answer: field.answer.nullable(),
      show: (value) => (value === null ? shown : field.show(value)),
      mayBeUnknown: true,
    }
  }

/** The schemas of an import: `Not known` becomes null, and an empty value is an error as in the form. */
export const importShape = <List extends Fields>(fields: List, today: () => string) =>
  mapped(fields, (field: Field) => {
    const schema = field.schemaOn(today)
    return field.mayBeUnknown
      ? z.preprocess((value) => (isNotKnown(value) ? null : value), schema.nullable())
      : schema
  }) as { -readonly [Name in keyof List]: z.ZodType<z.output<List[Name]['answer']>> }
