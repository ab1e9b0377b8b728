import { SUPPORTER } from '#contract/permissions.ts'
import { ANONYMOUS } from '#contract/privacy/erasure.ts'
import { studentLabels } from '#contract/students/students.ts'
import type { Db } from '../../database/connect.ts'
import { withYields } from '../../base/yieldToRequests.ts'
import { rowsOf } from '../../database/inBatches.ts'
import type { Entry, Section } from '../../database/studentData.ts'
import { keysOf, namePairs, namesOneOf } from '../mentions.ts'

const LEFT_OUT = 'Left out: it names another child'

/** Values that name the student, a school or an adult, also if a student has the same name. */
const ownLabels = new Set<unknown>([
  studentLabels.name,
  studentLabels.school,
  studentLabels.supporter,
  studentLabels.liaison,
  'School',
  'Who',
  'Recorded by',
  'To',
  'Went to',
])

/**
 * Replaces texts that name another student. The names of `own` people and of staff stay, also if a student has two words of
 * them.
 */
export async function withoutOthers(
  db: Db,
  student_id: number,
  own: (string | null)[],
  sections: Section[],
): Promise<Section[]> {
  const staff = await db
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('role_id', '!=', SUPPORTER)
    .execute()
  const students = rowsOf(db.selectFrom('students').select(['id', 'name', 'ref']))
  const keys = new Set<string>()
  for await (const { id, name, ref } of students)
    if (id !== student_id && name !== ANONYMOUS)
      for (const key of keysOf({ ref, names: [name] })) keys.add(key)
  for (const text of [...own, ...staff.map((user) => `${user.first_name} ${user.last_name}`)])
    for (const pair of namePairs(text ?? '')) keys.delete(pair)

  const isAboutOthers = namesOneOf(keys)
  const cleared = (entry: Entry): Entry =>
    Object.fromEntries(
      Object.entries(entry).map(([label, value]) => [
        label,
        Array.isArray(value)
          ? value.map(cleared)
          : typeof value === 'string' &&
              !ownLabels.has(label) &&
              !ownLabels.has(entry['Field']) &&
              isAboutOthers(value)
            ? LEFT_OUT
            : value,
      ]),
    )
  const all: Section[] = []
  for (const section of sections) {
    const entries: Entry[] = []
    for await (const entry of withYields(section.entries)) entries.push(cleared(entry))
    all.push({ ...section, entries })
  }
  return all
}
