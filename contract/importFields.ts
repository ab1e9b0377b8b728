import { byShownName, choice, type Fields, fieldsOf, line, optional, reference } from './base/fields.ts'
import type { ImportKind } from './imports.ts'
import { planFields } from './money/plans.ts'
import { accountFields } from './money/schoolAccounts.ts'
import { ADMINISTRATOR, canImportAsRole, roles } from './permissions.ts'
import { receiptNumber, receiptTexts } from './records/receipts.ts'
import { recordFields } from './records/records.ts'
import { commentFields, reportCardLabels } from './records/reportCards.ts'
import { schoolFields } from './schools.ts'
import { importedFields, studentFields } from './students/students.ts'
import { personFields } from './users.ts'

/** By id: the names of the roles that an import of staff can give. */
const staffRoles = Object.fromEntries(
  roles.filter(({ id }) => canImportAsRole(ADMINISTRATOR, id)).map(({ id, role }) => [id, role]),
)

/** Columns that identify the student of a record of the past: by the ref, or by admission number or name with the school of that time. */
const whose = fieldsOf('', {
  ref: line('Ref'),
  admission_no: line(studentFields.admission_no.label),
  name: reference('Name'),
  school: reference('School'),
})
const { student_id: _whose, ...timeFields } = recordFields
/** The position among a student's receipts of a term that have no number, from 1. */
const receiptPlace = fieldsOf('', { place: optional(line('Place in Term')) })
const meanFields = fieldsOf('', {
  grade: line(reportCardLabels.grade),
  mark: line(reportCardLabels.mark),
  overall_level: line(reportCardLabels.overall_level),
})

/** By kind: the fields that a sheet may have columns for, by the name of the column. */
export const importFields: Record<ImportKind, Fields> = {
  students: byShownName({
    ...fieldsOf('', { ref: line('Ref') }),
    ...studentFields,
    ...importedFields,
    ...fieldsOf('', { supporter: reference('Supporter') }),
  }),
  schools: byShownName(schoolFields),
  supporters: byShownName(personFields),
  staff: { ...byShownName(personFields), ...fieldsOf('', { role: choice('User Role', staffRoles) }) },
  results: byShownName({ ...whose, ...timeFields, ...meanFields, ...commentFields }),
  receipts: byShownName({ ...whose, ...timeFields, ...receiptNumber, ...receiptPlace, ...receiptTexts }),
  plans: byShownName(planFields),
  accounts: byShownName(accountFields),
}
