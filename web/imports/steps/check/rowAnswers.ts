import { textOf } from '../../rowWords.ts'
import type { Answers, MadeRows } from '../../sheet/Answers.ts'

/**
 * One answer for a field in several rows. It replaces filled cells; an empty cell gets it only if the row adds a
 * student, so that it never overwrites a registered value.
 */
export function withAnswer(
  answers: Answers,
  { rows, numbers }: Pick<MadeRows, 'rows' | 'numbers'>,
  of: readonly number[],
  field: string,
  value: string,
): Answers {
  const [corrections, blanks] = [{ ...answers.corrections }, { ...answers.blanks }]
  for (const row of of) {
    const number = numbers[row] ?? 0
    const into = textOf(rows[row] ?? {}, field) === '' ? blanks : corrections
    into[number] = { ...into[number], [field]: value }
  }
  return { ...answers, corrections, blanks }
}

/** Leaves a field out of all updates, or of the updates of some rows; or includes it again. */
export function withLeftOut(
  answers: Answers,
  field: string,
  isLeftOut: boolean,
  numbers?: readonly number[],
): Answers {
  const without = (fields: readonly string[] = []) => fields.filter((each) => each !== field)
  const changed = (fields?: readonly string[]) => (isLeftOut ? [...without(fields), field] : without(fields))
  const { fields, rows } = answers.kept
  const some = numbers?.map((number) => [number, changed(rows[number])])
  const kept = some
    ? { fields, rows: { ...rows, ...Object.fromEntries(some) } }
    : {
        fields: changed(fields),
        rows: Object.fromEntries(Object.entries(rows).map(([number, each]) => [number, without(each)])),
      }
  return { ...answers, kept }
}

/** Whether a field is left out of all updates, or of one row's update. */
export const isLeftOutOfUpdates = ({ kept: { fields, rows } }: Answers, field: string, number?: number) =>
  fields.includes(field) || (number !== undefined && (rows[number]?.includes(field) ?? false))
