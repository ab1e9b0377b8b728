import * as fc from 'fast-check'
import { categories } from '#contract/records/receipts.ts'
import { fold } from '#contract/base/lists.ts'
import { nameKey } from '#contract/base/nameGuesser.ts'
import type { StudentFacts } from '#contract/students/students.ts'
import { schoolRow } from '../../schools/schoolChanges.ts'
import { addReceipts, addReportCards, lookupId } from '../data/records.ts'
import { addStudents } from '../data/students.ts'
import type { TestApp } from '../testApp.ts'
import { addUsers } from '../data/users.ts'

/** Words as people type them, and such as a spreadsheet would misread. */
const word = fc.constantFrom(
  'Achieng',
  'Zoë',
  'O’Brien',
  "N'gang'a",
  'Ñandú, Mary',
  '"Zee"',
  '=1+1',
  "'=x",
  '+254 722 000 111',
  '@home',
  '007',
  '3/4/2010',
  'half; total',
  'EL-0001',
)
const line = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
const text = fc.array(line, { minLength: 1, maxLength: 2 }).map((lines) => lines.join('\n'))
const orNull = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { freq: 3 })
const day = (from: number, to: number) =>
  fc
    .integer({ min: Date.UTC(from, 0, 1) / 86_400_000, max: Date.UTC(to, 0, 1) / 86_400_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

const exams = fc.oneof(
  fc.record({
    entry_exam: fc.constant('KCPE' as const),
    kcpe: orNull(fc.integer({ min: 0, max: 500 })),
    assessment_no: fc.constant(null),
    pathway: fc.constant(null),
  }),
  fc.record({
    entry_exam: fc.constantFrom('KJSEA' as const, 'KPLEA' as const),
    kcpe: fc.constant(null),
    assessment_no: orNull(fc.constantFrom('A001847320', '0012')),
    pathway: orNull(fc.constantFrom('STEM' as const, 'Arts and Sports Science' as const)),
  }),
  fc.constant({ entry_exam: 'None' as const, kcpe: null, assessment_no: null, pathway: null }),
)

const facts = fc.record({
  // A whole name that is the ref of another student is read as that ref.
  name: line.filter((name) => name !== 'EL-0001'),
  category: fc.constantFrom(1, 2),
  gender: orNull(fc.constantFrom(1, 2)),
  dob: orNull(day(2000, 2015)),
  dor: orNull(day(2016, 2026)),
  ambition: orNull(line),
  siblings: orNull(fc.integer({ min: 0, max: 30 })),
  languages: orNull(line),
  background: orNull(text),
  mother: orNull(fc.constantFrom('Not known', 'Rose Akinyi')),
  father: orNull(line),
  guardian: orNull(line),
  admission_no: orNull(fc.constantFrom('0012', 'A/77', '4411')),
  guardian_phone: orNull(fc.constantFrom('+254 722 000 111', '0722 000 111 / 0733 000 222', '0722000111')),
})

const index = fc.nat({ max: 2 })
const left = fc.record({ on: orNull(day(2024, 2026)), reason: orNull(line) })
const student = fc.record({
  facts,
  exam: exams,
  school: index,
  liaison: index,
  supporter: fc.oneof(
    fc.record({ place: index }),
    fc.record({ name: orNull(fc.constant('Rotary Club, Kiel')) }),
  ),
  class: orNull(fc.constantFrom('Form 2', 'Standard 8')),
  status: fc.constantFrom(0, 1, 2, 3),
  left,
})

const time = fc.record({
  student: index,
  school: index,
  year: fc.constantFrom('2024', '2025'),
  term: fc.constantFrom('Term 1', 'Term 3'),
})
const comment = fc.oneof(fc.constant(''), text)
const mark = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)
type Mark = [subject: string, mark: number | null, grade: string]
const marksOf = (grades: string[]) =>
  fc.uniqueArray(
    fc
      .tuple(
        fc.constantFrom('English', 'Pre-Technical Studies', 'Class Music (new)', 'C.R.E.'),
        fc.oneof(
          fc.tuple(orNull(mark), fc.constantFrom(...grades)),
          fc.tuple(mark, fc.constant('')),
          fc.constant([0, 'X'] as [number, string]),
        ),
      )
      .map(([subject, [scored, grade]]): Mark => [subject, scored, grade]),
    { minLength: 1, maxLength: 4, selector: ([subject]) => subject },
  )
const own = {
  liaison_comment: comment,
  teacher_comment: comment,
  action_plan: comment,
  psychosocial: comment,
}
const card = fc.oneof(
  fc.record({
    time,
    class: fc.constant('Form 3'),
    marks: marksOf(['A', 'B-', 'E']),
    ...own,
    whole: fc.oneof(fc.record({ grade: fc.constant('B+'), mark }), fc.constant({ grade: 'X', mark: 0 })),
  }),
  fc.record({
    time,
    class: fc.constant('Grade 10'),
    marks: marksOf(['ME1', 'BE2']),
    ...own,
    whole: fc.record({ overall_level: fc.constantFrom('EE2', 'AE1') }),
  }),
)

const item = fc.tuple(
  fc.constantFrom(...categories),
  fc.oneof(line, fc.constantFrom('Bus fare: return', 'Transport', 'transport')),
  fc.integer({ min: 0, max: 100_000_00 }).map((cents) => cents / 100),
)
const receipt = fc.record({
  time,
  class: fc.constant('Form 3'),
  liaison_comment: comment,
  receipt_no: orNull(fc.constantFrom('1', 'No. 2', '0017/B')),
  items: fc.array(item, { minLength: 1, maxLength: 4 }),
})

/** In cents; what the school is paid is a part of it. */
const plan = fc
  .record({
    school: index,
    year: fc.constantFrom('2024', '2025'),
    class: fc.constantFrom('Form 3', 'Grade 10'),
    term: fc.constantFrom('Term 1', 'Term 3'),
    amount: fc.integer({ min: 0, max: 10_000_000_00 }),
    to_school: orNull(fc.integer({ min: 0, max: 100 })),
  })
  .map((each) =>
    Object.assign({}, each, {
      to_school: each.to_school === null ? null : Math.floor((each.amount / 100) * each.to_school),
    }),
  )
const noAccount = {
  bank: null,
  branch: null,
  account_name: null,
  number: null,
  business_number: null,
  paybill_by: null,
  word: null,
}
const account = fc.oneof(
  fc.record({
    kind: fc.constant('bank' as const),
    bank: line,
    branch: line,
    account_name: line,
    number: fc.constantFrom('0110264500', '000 77-1', '1e5', '12345678901234567890'),
  }),
  fc.record({
    kind: fc.constant('paybill' as const),
    business_number: fc.constantFrom('00222', '522533'),
    paybill: fc.oneof(
      fc.constant({ paybill_by: 'admission_no' as const }),
      fc.record({ paybill_by: fc.constant('word' as const), word: fc.constantFrom('FEES', '007', '=1+1') }),
    ),
  }),
)

const person = (role_id: fc.Arbitrary<number>) =>
  fc.record({
    first_name: line,
    last_name: line,
    role_id,
    phone: orNull(fc.constantFrom('+49 30 123 456', '0722000111')),
    country: orNull(fc.constant('Côte d’Ivoire')),
  })
const three = <Value>(of: fc.Arbitrary<Value>) => fc.array(of, { minLength: 3, maxLength: 3 })

export const randomRegister = fc.record({
  staff: three(person(fc.constantFrom(2, 3, 4))),
  supporters: three(person(fc.constant(5))),
  schools: fc.uniqueArray(line, { minLength: 3, maxLength: 3, selector: nameKey }),
  students: three(student),
  cards: fc.uniqueArray(card, {
    maxLength: 5,
    selector: ({ time: { student: of, year, term } }) => `${of} ${year} ${term}`,
  }),
  receipts: fc.array(receipt, { maxLength: 6 }),
  plans: fc.uniqueArray(plan, {
    maxLength: 6,
    selector: ({ school, year, class: of, term }) => `${school} ${year} ${of} ${term}`,
  }),
  accounts: fc.uniqueArray(fc.record({ school: index, account, heard_from: line }), {
    maxLength: 3,
    selector: ({ school }) => school,
  }),
})
export type RandomRegister = typeof randomRegister extends fc.Arbitrary<infer Value> ? Value : never

/** Stores a register by queries, not by the import that the test is about. */
export async function storeRegister(test: TestApp, register: RandomRegister): Promise<void> {
  const { db } = test
  const people = [...register.staff, ...register.supporters].map((user, place) =>
    Object.assign({ email: `person${place}@charity.test` }, user),
  )
  const users = await addUsers(db, people)
  const staff = users.slice(0, 3)
  const supporters = users.slice(3)
  const schools: number[] = []
  for (const [place, school] of register.schools.entries()) {
    const cluster_name = place === 0 ? 'Kisumu' : 'Rift, North'
    const cluster =
      (await db
        .selectFrom('clusters')
        .select('id')
        .where('cluster_name', '=', cluster_name)
        .executeTakeFirst()) ??
      (await db
        .insertInto('clusters')
        .values({ cluster_name, folded: fold(cluster_name) })
        .returning('id')
        .executeTakeFirstOrThrow())
    const row = schoolRow({ school, cluster_id: cluster.id }, cluster_name)
    schools.push((await db.insertInto('schools').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const rows = []
  for (const each of register.students)
    rows.push({
      ...(each.facts as StudentFacts),
      ...each.exam,
      status: each.status,
      school_id: schools[each.school] ?? 0,
      liaison_id: staff[each.liaison]?.id ?? 0,
      ...('place' in each.supporter
        ? { supporter_id: supporters[each.supporter.place]?.id ?? 0 }
        : { supporter_name: each.supporter.name }),
      class_id: each.class === null ? null : await lookupId(db, 'classes', each.class),
    })
  const ids = await addStudents(db, rows)
  for (const [
    place,
    {
      status,
      left: { on, reason },
    },
  ] of register.students.entries())
    if (status > 0)
      await db
        .insertInto('history')
        .values({
          entity: 'student',
          entity_id: ids[place] ?? 0,
          student_id: ids[place] ?? 0,
          action: 'changed status',
          changes: JSON.stringify({
            status: ['Active', ['Discontinued', 'Withdrawn', 'Graduated'][status - 1]],
            ...(on && { status_on: [null, on] }),
            ...(reason && { reason: [null, reason] }),
          }),
          user_id: null,
          at: '2026-02-11T06:00:00.000Z',
        })
        .execute()
  const placed = <Timed extends { time: { student: number; school: number; year: string; term: string } }>({
    time: { student: of, school, ...at },
    ...record
  }: Timed) => ({ ...record, ...at, student_id: ids[of] ?? 0, school_id: schools[school] ?? 0 })
  await addReportCards(
    test,
    register.cards.map(placed).map(({ whole, ...each }) => Object.assign({}, each, whole)),
  )
  await addReceipts(test, register.receipts.map(placed))
  const by = staff[0]?.id ?? 0
  const at = '2026-01-08T06:00:00.000Z'
  for (const { school, year, class: of, term, ...figures } of register.plans)
    await db
      .insertInto('plans')
      .values({
        school_id: schools[school] ?? 0,
        year_id: await lookupId(db, 'years', year),
        class_id: await lookupId(db, 'classes', of),
        term_id: await lookupId(db, 'terms', term),
        ...figures,
        origin: 'typed',
        updated_at: at,
        updated_by: by,
      })
      .execute()
  for (const { school, account: of, heard_from } of register.accounts) {
    const { paybill, ...fields } = 'paybill' in of ? of : { ...of, paybill: {} }
    await db
      .insertInto('school_accounts')
      .values({
        ...noAccount,
        ...fields,
        ...paybill,
        school_id: schools[school] ?? 0,
        heard_from,
        same: 'not compared',
        set_at: at,
        set_by: by,
      })
      .execute()
  }
}
