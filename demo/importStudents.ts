import { namesOf } from '#contract/base/fields.ts'
import { importFields } from '#contract/importFields.ts'
import { categories, genders } from '#contract/students/students.ts'
import type { School } from '#contract/schools.ts'
import type { DemoStudent } from './addStudents.ts'
import { createPick } from '../fixtures/createPick.ts'
import type { Visitor } from './createVisitor.ts'
import { inventSeniorStudent } from '../fixtures/inventSenior.ts'
import { schoolsFor } from '../fixtures/schools.ts'
import { inventStudent } from '../fixtures/inventStudent.ts'

/** Staff of the accounts to sign in with, so that each of them has students who still lack everything. */
const officers = ['director@demo.test', 'coordinator@demo.test', 'liaison@demo.test', 'liaison@demo.test']

export const IMPORTED = officers.length

/** All are new and Active. */
const columns = new Set(
  namesOf(importFields.students).filter((field) => field !== 'ref' && field !== 'status'),
)

type Child = Pick<DemoStudent, 'name' | 'gender' | 'category'> & Partial<DemoStudent>

/**
 * A list of children of this week, as a school would send it: without pictures and papers. One of them was registered
 * before, with one letter more, and one has the name and birthday of another child.
 */
export async function importStudents(
  visitor: Visitor,
  schools: School[],
  students: DemoStudent[],
  year: number,
): Promise<void> {
  const [same, namesake] = students.filter(({ entry_exam, kcpe }) => entry_exam === 'KCPE' && kcpe !== '')
  if (!same || !namesake) throw new Error('the demo has too few students')
  const { name, dob, gender, category } = namesake
  const children: Child[] = [
    { ...same, name: same.name.slice(0, -1), father: 'Not known' },
    { ...inventStudent(createPick(11), year - 2), name, dob, gender, category },
    inventSeniorStudent(createPick(23), IMPORTED, year),
    { ...inventSeniorStudent(createPick(37), IMPORTED, year), dob: 'Not known', languages: 'Not known' },
  ]
  const rows = children.map((child, index) => asRow(child, schools, officers[index] ?? ''))
  await visitor.post('/api/imports', { kind: 'students', rows, file: 'New students.xlsx' })
}

function asRow(child: Child, schools: School[], liaison: string) {
  const typed = Object.entries(child).filter(([field]) => columns.has(field))
  const school =
    schools.find(({ id }) => id === child.school_id) ?? createPick(41)(schoolsFor(child, schools))
  return {
    ...Object.fromEntries(typed),
    gender: genders[child.gender as keyof typeof genders],
    category: categories[child.category as keyof typeof categories],
    school: school.school,
    liaison,
    dor: new Date().toISOString().slice(0, 10),
    duplicate: 'add',
  }
}
