import { z } from 'zod'
import { type Field, lineSchema, namesOf } from '#contract/base/fields.ts'
import { importFields } from '#contract/importFields.ts'
import {
  type Decision,
  type DuplicateRow,
  type ImportedRow,
  type ImportForm,
  rowAnswers,
} from '#contract/imports.ts'
import { isNotKnown, NOT_KNOWN } from '#contract/base/unknown.ts'
import { canSetStudentStatus } from '#contract/permissions.ts'
import { DEFAULT_EXAM, entryExams } from '#contract/students/entryExams.ts'
import {
  statusFields,
  STUDENT_ACTIVE,
  type StudentField,
  studentFields,
} from '#contract/students/students.ts'
import { importedStudentForm } from '#contract/students/studentForms.ts'
import type { Actor } from '../database/history.ts'
import { readAnswers, withoutOthers } from '../students/duplicates/duplicateAnswers.ts'
import { comparedStudent, createBirthdays } from '../students/duplicates/similarStudents.ts'
import {
  checkLines,
  isEmpty,
  type Line,
  lineOf,
  linesOf,
  type Names,
  textIn,
  typedIn,
  type Trx,
} from './importing.ts'
import { readRegistered } from './readRegistered.ts'
import { lockPeople, namesFinder, readPeople, readTargets, type Student } from './studentLookups.ts'

export type GoodStudent = Awaited<ReturnType<typeof checkStudents>>['good'][number]

/** Fields that exist only for some exams. */
const examFacts = ['kcpe', 'assessment_no', 'pathway'] as const

/** Validates the rows with the student form, and looks for students who may be registered already. */
export async function checkStudents(
  trx: Trx,
  { rows, defaults, keep }: Pick<ImportForm, 'rows' | 'defaults' | 'keep'>,
  { schools, classes }: { schools: Names; classes: Names },
  actor: Actor,
  isSaving: boolean,
) {
  const form = importedStudentForm(() => actor.today)
  const answered = [defaults, ...rows.map(({ blanks }) => blanks).filter(isRecord)]
  if (isSaving) await lockPeople(trx, [...rows, ...answered])
  const targets = await readTargets(trx, rows, isSaving)
  const people = await readPeople(trx)
  const isNew = (cells: ImportedRow) => isEmpty(cells['ref']) || targets.ownNumber(cells) !== undefined
  const registered = await readRegistered(trx, { added: rows.filter(isNew), answers: answered, schools })
  const namesFor = namesFinder(schools, classes, people)
  const inSheet = createBirthdays<number>()
  const numbers = new Set<number>()
  const answerTo = await readAnswers(trx)
  const duplicates: DuplicateRow[] = []
  let skipped = 0

  const checked = await checkLines(linesOf(rows), (line) => {
    const { row, cells } = line
    const own = line.parsed(rowAnswers, cells)
    if (!own) return undefined
    const decision = own.duplicate
    const target = targetOf(line, decision)
    // Without that student, every field that the row omits would be reported as missing too.
    if (!target && !isNew(cells)) return undefined
    // The number of the ref that the sheet gives to a new student.
    const number = target ? undefined : targets.ownNumber(cells)
    if (number !== undefined && numbers.has(number)) line.error('ref', 'studentTwice')
    const answers = { ...defaults, ...own.blanks }
    const keeping = [...keep, ...own.keep]
    // In an update, empty cells change nothing.
    const given = number === undefined ? answers : { ...unknownFacts, ...answers }
    const filled = target ? withoutCells(cells, keeping) : withDefaults(cells, given)
    const read = readLine(lineOf(row, filled, cells, line.errors), target)
    if (!read || line.errors.length > 0) return undefined

    if (isNew(cells)) {
      const like = comparedStudent(read.columns, row)
      const others = withoutOthers(read.columns, registered.like(like), answerTo)
      // Rows with refs of their own are different students, so they are not compared.
      const earlier = number === undefined ? inSheet.like(like) : []
      for (const of of others) duplicates.push({ row, of, of_row: null })
      for (const of_row of earlier) duplicates.push({ row, of: null, of_row })
      if (typeof decision === 'number' && !others.some(({ id }) => id === decision)) {
        line.error('duplicate', 'notSimilar')
        return undefined
      }
      // Two rows of the sheet both count until the user calls one a copy.
      const isOpen = decision === null && others.length > 0
      if (isOpen || (decision === 'skip' && others.length + earlier.length > 0)) {
        skipped += 1
        return undefined
      }
      inSheet.add(like)
      if (number !== undefined) numbers.add(number)
    }
    const { files } = own
    const student = { ...read, row, number, files, defaulted: target ? [] : defaultedIn(cells, answers) }
    // The student as the update would be if no column were left out.
    const whole = target && keeping.length > 0 && readLine(lineOf(row, cells), target)
    return { ...student, ...(whole && { whole: { ...student, ...whole } }) }
  })
  return { ...checked, duplicates, skipped }

  /** The student whom a row updates: by its ref, or by the decision about a duplicate. */
  function targetOf(line: Line, decision: Decision | null): Student | undefined {
    const field = isNew(line.cells) ? 'duplicate' : 'ref'
    if (field === 'duplicate' && typeof decision !== 'number') return undefined
    const target = targets.of(line.cells)
    if (!target) line.error(field, field === 'ref' ? 'refUnknown' : 'notSimilar')
    else if (target.status !== STUDENT_ACTIVE) line.error(field, 'notActive')
    else if (targets.isTwice(target.id)) line.error(field, 'studentTwice')
    return target
  }

  /** Reads a row as a student form; fields that the row lacks come from the student whom it updates. */
  function readLine(line: Line, target: Student | undefined) {
    const { cells } = line
    const school = line.named('school', schools)
    const schoolClass = line.named('class', classes)
    const liaison = liaisonIn(line, target)
    const supporter = supporterIn(line, target)
    const typed = {
      ...typedIn(statusFields, cells),
      ...Object.fromEntries(
        namesOf(studentFields).map((name) => [name, typedValue(name, cells[name], target)]),
      ),
      // An unknown school or officer gets a valid id here, because it has its own error already.
      school_id: school === null ? 1 : (school?.id ?? target?.school_id),
      liaison_id: liaison === null ? 1 : (liaison?.id ?? target?.liaison_id),
    }
    const data = line.parsed(form, typed)
    const present = target?.status ?? STUDENT_ACTIVE
    if (data) {
      const { status, status_on, status_reason } = data
      if (status === null && (status_on ?? status_reason) !== null) line.error('status', 'statusNeeded')
      else if ((status ?? present) !== present && !canSetStudentStatus(actor.role))
        line.error('status', 'statusWithheld')
    }
    if (!data || school === null || schoolClass === null || liaison === null || !supporter) return undefined
    if (target && examFacts.some((fact) => target[fact] !== null && data[fact] === null)) {
      line.error('entry_exam', 'examRemoves')
      return undefined
    }
    const { status, status_on, status_reason: reason, ...facts } = data
    const class_id = schoolClass?.id ?? target?.class_id ?? null
    const columns = { ...facts, class_id, status: status ?? present, ...supporter }
    const namesBefore = target && namesFor(target)
    return { columns, names: namesFor(columns), status_on, reason, before: target, namesBefore }
  }

  /** A liaison officer by email, or by name if it is unique. The student's current officer may always stay. */
  function liaisonIn(line: Line, target: Student | undefined) {
    const text = textIn(line.cells['liaison'])
    if (text === '') return undefined
    const present = people.byId.get(target?.liaison_id ?? 0)
    const found = present && people.called(text).includes(present) ? [present] : people.liaisons(text)
    if (found.length === 1) return found[0]
    if (found.length > 1) line.error('liaison', 'liaisonTwice')
    else line.error('liaison', people.isDisabled(text) ? 'liaisonDisabled' : 'liaisonUnknown')
    return null
  }

  /**
   * The supporter by email, or by a name that only one of them has, or else the present one. The name of another one is
   * stored until their email is known. Undefined for an error.
   */
  function supporterIn(line: Line, target: Student | undefined) {
    const text = textIn(line.cells['supporter'])
    const { supporter_id = null, supporter_name = null } = target ?? {}
    const present = people.byId.get(supporter_id ?? 0)
    if (text === '' || (present && people.called(text).includes(present)))
      return { supporter_id, supporter_name }
    const supporter = people.supporter(text)
    if (present) line.error('supporter', 'hasSupporter')
    else if (supporter) return { supporter_id: supporter.id, supporter_name: null }
    else if (text.includes('@')) line.error('supporter', 'supporterUnknown')
    else {
      const data = line.parsed(nameShape, { supporter: text })
      return data && { supporter_id: null, supporter_name: data.supporter }
    }
    return undefined
  }
}

const nameShape = z.object({ supporter: lineSchema('Supporter', 'Supporter is not valid') })

/** What a cell means for the form. An update changes no value to an unknown one. */
function typedValue(name: StudentField, cell: unknown, target: Student | undefined): unknown {
  const field: Field = studentFields[name]
  const isUnknown = field.mayBeUnknown && isNotKnown(cell)
  // A student who had no KCPE score because of another exam must not get one that is unknown.
  const hadExam = name !== 'kcpe' || entryExams[target?.entry_exam ?? DEFAULT_EXAM].isScored
  if (target && (isEmpty(cell) || isUnknown))
    return target[name] ?? (field.mayBeUnknown && hadExam ? NOT_KNOWN : null)
  if (isUnknown) return NOT_KNOWN
  return isEmpty(cell) ? undefined : field.fromCell(cell)
}

/** Empty cells in a sheet of another Elimu mean that the fact is not known there. */
const unknownFacts = Object.fromEntries(
  Object.entries(importFields.students).flatMap(([name, { mayBeUnknown }]) =>
    mayBeUnknown ? [[name, NOT_KNOWN]] : [],
  ),
)

const isRecord = (value: unknown): value is ImportedRow => typeof value === 'object' && value !== null

const withoutCells = (cells: ImportedRow, columns: readonly string[]): ImportedRow =>
  Object.fromEntries(Object.entries(cells).filter(([column]) => !columns.includes(column)))

export const withDefaults = (cells: ImportedRow, defaults: ImportForm['defaults']): ImportedRow => ({
  ...cells,
  ...Object.fromEntries(Object.entries(defaults).filter(([column]) => isEmpty(cells[column]))),
})

/** The columns whose empty cells were filled with a default value. */
const defaultedIn = (cells: ImportedRow, defaults: ImportForm['defaults']) =>
  Object.keys(defaults).filter((column) => isEmpty(cells[column]) && !isEmpty(defaults[column]))
