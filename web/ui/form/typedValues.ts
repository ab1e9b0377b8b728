import { namesOf, type Fields, shownName } from '#contract/base/fields.ts'

/** The values of a form as they are typed: all are text, including those of select boxes. */
export type TypedValues<List extends Fields> = Record<keyof List & string, string>

type Stored<List extends Fields> = { [Name in keyof List]?: string | number | null | undefined }

/** The values of a stored record, or of an empty form. */
export const typedValues = <List extends Fields>(fields: List, of?: Stored<List>) =>
  Object.fromEntries(namesOf(fields).map((name) => [name, String(of?.[name] ?? '')])) as TypedValues<List>

/** A record's values of the fields that a history names. */
export const changedValues = <List extends Fields>(
  fields: List,
  of: Stored<List>,
  changed: readonly string[],
) =>
  Object.fromEntries(
    Object.entries(typedValues(fields, of)).filter(([name]) => changed.includes(shownName(name))),
  ) as Partial<TypedValues<List>>
