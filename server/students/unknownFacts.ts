import { type RawBuilder, sql } from 'kysely'
import { type Field, namesOf } from '#contract/base/fields.ts'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { type StudentField, studentFields } from '#contract/students/students.ts'

const factNames = namesOf(studentFields).filter((name) => (studentFields[name] as Field).mayBeUnknown)

/** Whether a fact is unknown, also if somebody wrote so. */
function isUnknown(name: StudentField): RawBuilder<boolean> {
  const column = sql.ref(`students.${name}`)
  if (name === 'kcpe') return sql`(students.entry_exam = 'KCPE' and ${column} is null)`
  const { cellKind } = studentFields[name].column
  return cellKind === 'number' || cellKind === 'words'
    ? sql`${column} is null`
    : sql`coalesce(${column}, ${sql.lit(NOT_KNOWN)}) = ${sql.lit(NOT_KNOWN)}`
}

/** How many facts of a student are unknown. */
export const countUnknownFacts = sql<number>`(${sql.join(
  factNames.map((name) => sql`case when ${isUnknown(name)} then 1 else 0 end`),
  sql` + `,
)})`
