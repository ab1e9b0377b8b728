import { expect, it } from 'vitest'
import { readCell } from './readCell.ts'
import { targetsOf } from './targets.ts'

const target = (field: string) => {
  const found = [...targetsOf('students'), ...targetsOf('supporters')].find((each) => each.field === field)
  if (!found) throw new Error(field)
  return found
}

it.for([
  ['kcpe', '361', '361'],
  ['kcpe', '361 marks', '361'],
  ['kcpe', '361 Mks.', '361'],
  ['kcpe', '388/500', '388'],
  ['kcpe', '388 / 500 marks', '388'],
  ['kcpe', '388 out of 500', '388'],
  // The check refuses anything but a whole score out of 500; it is never guessed.
  ['kcpe', '388/600', '388/600'],
  ['kcpe', '388/500/1', '388/500/1'],
  ['kcpe', '/500', '/500'],
  ['kcpe', '361 or 371', '361 or 371'],
  ['kcpe', '3 siblings', '3 siblings'],
  ['kcpe', 'N/A', ''],
  ['kcpe', 'not sat', ''],
  ['kcpe', 'Did not sit', ''],
  ['kcpe', 'None', ''],
  ['kcpe', '-', ''],
  ['siblings', '3 siblings', '3'],
  ['siblings', '3 sibs', '3'],
  ['siblings', 'none', '0'],
  ['siblings', 'No siblings', '0'],
  ['siblings', 'Only child', '0'],
  ['siblings', 'N/A', ''],
  ['siblings', '3/500', '3/500'],
  ['siblings', '2 brothers, 1 sister', '2 brothers, 1 sister'],
  ['supporter', '-', ''],
  ['supporter', 'None', ''],
  ['supporter', 'NO SPONSOR', ''],
  ['supporter', 'not sponsored yet', ''],
  ['supporter', 'n/a', ''],
  ['supporter', 'Anna Weber <anna@example.org>', 'anna@example.org'],
  ['supporter', 'Anna Weber anna@example.org', 'anna@example.org'],
  ['supporter', 'anna@example.org;', 'anna@example.org'],
  ['supporter', 'anna@example.org, ', 'anna@example.org'],
  ['supporter', 'mailto:anna@example.org', 'anna@example.org'],
  // Two addresses are ambiguous.
  ['supporter', 'anna@example.org; ben@example.org', 'anna@example.org; ben@example.org'],
  ['supporter', 'Anna Weber', 'Anna Weber'],
  ['email', 'Anna Weber <anna@example.org>', 'anna@example.org'],
  ['school', 'N/A', ''],
  ['school', 'None Such School', 'None Such School'],
  ['liaison', '?', ''],
  ['gender', '-', ''],
  ['entry_exam', 'None', 'None'],
  ['pathway', 'none', ''],
  ['assessment_no', 'N/A', ''],
  ['dob', 'n/a', ''],
  // What gives no fact is asked about as a blank cell. None may be a fact.
  ['mother', 'None', 'None'],
  ['mother', 'Not known', 'Not known'],
  ['mother', 'unknown', ''],
  ['father', '-', ''],
  ['guardian', 'N/A', ''],
  ['ambition', '?', ''],
  ['background', 'not given', ''],
  // Other required texts are not changed.
  ['name', '-', '-'],
] as const)('takes as %s from %j: %j', ([field, cell, value]) => {
  expect(readCell(target(field), cell)).toBe(value)
})

it('reads N/A as no school, also in an import of schools', () => {
  const [school] = targetsOf('schools')
  expect([school?.field, school && readCell(school, 'N/A')]).toEqual(['school', ''])
})
