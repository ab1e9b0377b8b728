import type { Selectable } from 'kysely'
import { dayOf } from '#contract/base/days.ts'
import { inWords, namesOf } from '#contract/base/fields.ts'
import { STUDENT_ACTIVE, studentFields } from '#contract/students/students.ts'
import { storeConsentStates } from '../consents/storeConsentStates.ts'
import { changesBetween, type Changes, changesFromNothing, writeHistories } from '../database/history.ts'
import type { Tables } from '../database/tables.ts'
import { withYields } from '../database/inBatches.ts'
import { statusWord } from '../students/changeStudent.ts'
import { newStudent, reserveNumbers, takeNumbers } from '../students/studentChanges.ts'
import { orderOf, searchColumns, supporterInWords } from '../students/studentRules.ts'
import type { GoodStudent } from './checkStudents.ts'
import { addRows, inSmallBatches, type Importing, saveImportRows } from './importing.ts'
import type { Target } from './studentLookups.ts'

type Student = Selectable<Tables['students']>
export type Update = GoodStudent & { before: Target }

export const isUpdate = (student: GoodStudent): student is Update => student.before !== undefined

export async function saveStudents(importing: Importing, students: GoodStudent[]): Promise<void> {
  await addStudents(
    importing,
    students.filter(({ before }) => !before),
  )
  await updateStudents(importing, students.filter(isUpdate))
}

async function addStudents(importing: Importing, students: GoodStudent[]): Promise<void> {
  if (students.length === 0) return
  const { trx, at, user_id: by } = importing
  const own = students.flatMap((student) => student.number ?? [])
  await reserveNumbers(
    trx,
    own.reduce((most, each) => Math.max(most, each), 0),
  )
  let next = await takeNumbers(trx, students.length - own.length)
  const newRow = (student: GoodStudent) => {
    const { row, number, form, liaison, supporter, supporter_name, class_id, status, defaulted } = student
    const columns = {
      ...newStudent(form, number ?? next++, liaison.name, { at, by }),
      class_id,
      status,
      supporter_id: supporter?.id ?? null,
      supporter_name,
      supporter_order: orderOf(supporter?.name ?? null),
    }
    const { ref } = columns
    const facts = {
      ref,
      ...factsOf(student),
      ...(defaulted.length > 0 && { 'given for empty cells': defaulted.join(', ') }),
    }
    return { row, name: form.name, ref, version: 1, columns, facts }
  }
  const ids = await addRows(importing, 'student', students, newRow)
  const status = { entity: 'student', action: 'changed status', user_id: by, at } as const
  const given = students.flatMap((student, index) => {
    const changes = statusChanges(student)
    return Object.keys(changes).length > 0 ? [{ ...status, entity_id: ids[index] ?? 0, changes }] : []
  })
  await inSmallBatches(given, (some) => writeHistories(trx, some))
}

async function updateStudents(importing: Importing, students: Update[]): Promise<void> {
  const changed: (Update & { columns: Partial<Student>; own: Changes; changes: Changes })[] = []
  for await (const student of withYields(students)) {
    const { before, form, supporter, supporter_name, class_id, status } = student
    const supporter_id = supporter?.id ?? null
    const columns: Partial<Student> = { ...form, supporter_id, supporter_name, class_id, status }
    const changes = changesOf(student)
    const own = changesBetween<object>(before, columns)
    // Compared by columns, because two users may have the same name.
    if (Object.keys(own).length > 0) changed.push({ ...student, columns, own, changes })
  }
  await inSmallBatches(changed, async (some) => {
    const replaced = some.map(({ before: { school: _name, ...before }, columns, liaison, supporter }) => ({
      before,
      after: { ...before, ...columns },
      liaison: liaison.name,
      supporter: supporter?.name ?? null,
    }))
    await replaceStudents(importing, replaced)
    await saveImportRows(
      importing,
      some.map(({ row, before, form, own, changes }) => ({
        entity: 'student',
        entity_id: before.id,
        row,
        name: form.name,
        ref: before.ref,
        version: before.version + 1,
        before: JSON.stringify(formerValues(own)),
        changes,
      })),
    )
  })
}

const formerValues = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).map(([column, [before]]) => [column, before]))

type Replaced = { before: Student; after: Student; liaison: string; supporter: string | null }

/** Overwrites students, many in one statement. */
export async function replaceStudents({ trx, at, user_id }: Importing, replaced: Replaced[]): Promise<void> {
  const rows = replaced.map(({ before, after, liaison, supporter }) => ({
    ...after,
    ...searchColumns(after, liaison),
    supporter_order: orderOf(supporter),
    version: before.version + 1,
    updated_at: at,
    updated_by: user_id,
  }))
  const [first] = rows
  if (!first) return
  const columns = namesOf(first).filter((column) => column !== 'id')
  await trx
    .insertInto('students')
    .values(rows)
    .onConflict((on) =>
      on
        .column('id')
        .doUpdateSet((eb) =>
          Object.fromEntries(columns.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute()
  const withNewBirthDate = replaced.filter(({ before, after }) => before.dob !== after.dob)
  await storeConsentStates(
    trx,
    withNewBirthDate.map(({ before }) => before.id),
    dayOf(new Date(at)),
  )
}

/** The changes of an update as readable texts. */
export const changesOf = (student: Update): Changes => ({
  ...changesBetween(factsBefore(student), factsOf(student)),
  ...(student.status !== student.before.status && statusChanges(student)),
})

/** The status of a new student, or the changed one, with its day and reason. */
function statusChanges({ status, status_on, reason }: GoodStudent): Changes {
  const isPlain = status === STUDENT_ACTIVE && status_on === null && reason === null
  if (isPlain) return {}
  const before = statusWord(STUDENT_ACTIVE)
  return { status: [before, statusWord(status)], ...changesFromNothing({ status_on, reason }) }
}

const factsOf = ({ form, school, liaison, className, ...student }: GoodStudent) => ({
  ...inWords(studentFields, form),
  school,
  class: className.now,
  liaison: liaison.name,
  supporter: supporterOf(student),
})

const supporterOf = ({ supporter, supporter_name }: Pick<GoodStudent, 'supporter' | 'supporter_name'>) =>
  supporterInWords({ supporter: supporter?.name ?? null, supporter_name })

/** The facts before the update, which can add a supporter but not replace one. */
function factsBefore({ before, liaisonBefore, supporter, className }: Update) {
  const had = before.supporter_id === null ? null : supporter
  return {
    ...inWords(studentFields, before),
    school: before.school,
    class: className.before,
    liaison: liaisonBefore,
    supporter: supporterOf({ supporter: had, supporter_name: before.supporter_name }),
  }
}
