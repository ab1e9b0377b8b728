import type { ScenarioRow } from '../scenarios.ts'
import type { TestApp } from '../testApp.ts'
import { givenRegister, importing, sheetRow } from './imports.ts'

export const CALL = 'POST /api/imports'
export const asCoordinator = { as: 'coordinator', given: givenRegister, call: CALL } as const

/** The student of `givenRegister`, in other words. */
export const faith = { ...sheetRow, name: 'Odhiambo Faith Atieno', dob: '2009-03-12' }
export const studentsOf = ({ db }: TestApp) => db.selectFrom('students').selectAll().orderBy('id').execute()

export const check = (...rows: object[]) => importing(rows, { check: true })

/** A check of one row that finds exactly this error. */
export const finds = (
  name: string,
  row: object,
  error: object,
  given: ScenarioRow['given'] = givenRegister,
): ScenarioRow => ({
  name,
  given,
  input: check(row),
  contains: { data: { good: 0, errors: [{ row: 0, ...error }] } },
})
