import type { QueryExecutor } from 'kysely'
import { expect, it, vi } from 'vitest'
import { studentMessages } from '#contract/students/students.ts'
import { userMessages } from '#contract/users.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { historyOf, passwordLettersOf, userRow } from '../testing/database/storedRows.ts'
import { addStudents, many } from '../testing/data/students.ts'
import { openSignedIn, type TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/supporters/named'
const given = ({ db }: TestApp) =>
  addStudents(db, [
    { name: 'Faith Atieno', supporter_name: 'ANNA SCHMIDT' },
    { name: 'Kevin Otieno', supporter_name: 'Rotary Club' },
    { name: 'Mwende Mutua', supporter_name: 'Anna  Schmidt' },
    { name: 'Abdi Noor', supporter_name: 'Anna Schmidt', status: 3 },
    { name: 'Brenda Auma', supporter_id: cast.supporter.id },
  ])
const supportersOf = ({ db }: TestApp) =>
  db.selectFrom('students').select(['supporter_id', 'supporter_name']).orderBy('id').execute()

const anna = {
  name: 'Anna Schmidt',
  student_ids: ['1', 3],
  first_name: 'Anna',
  last_name: 'Schmidt',
  email: 'Anna@example.org',
  phone: '+49 30 123456',
  country: 'Germany',
}

scenariosWith('GET /api/supporters/named', { as: 'coordinator', given, call: 'GET /api/supporters/named' }, [
  {
    name: 'lists the names with their active students, two spellings as one',
    contains: {
      data: [
        { name: 'ANNA SCHMIDT', students: [{ name: 'Faith Atieno', ref: 'EL-0001' }, { id: 3 }] },
        { name: 'Rotary Club', students: [{ id: 2 }] },
      ],
    },
    lacks: ['Abdi', 'Brenda'],
  },
])

scenariosWith('a supporter whose email is known now', { as: 'coordinator', given, call: CALL, input: anna }, [
  {
    name: 'is registered for all of the students, with a letter and with history',
    contains: { message: 'Anna Schmidt is registered, for 2 students.' },
    async after(test) {
      const { id, role_id, phone, country } = await userRow(test, 'anna@example.org')
      expect({ role_id, phone, country }).toEqual({ role_id: 5, phone: anna.phone, country: 'Germany' })
      const [first, second, third] = await supportersOf(test)
      expect([first, third]).toEqual([1, 3].map(() => ({ supporter_id: id, supporter_name: null })))
      expect(second).toEqual({ supporter_id: null, supporter_name: 'Rotary Club' })
      expect(await passwordLettersOf(test)).toMatchObject([{ recipient: 'anna@example.org', user_id: id }])
      expect(await historyOf(test)).toMatchObject([
        { entity: 'user', action: 'added' },
        {
          entity: 'student',
          entity_id: 1,
          action: 'added supporter',
          changes: { supporter: ['ANNA SCHMIDT (no email)', 'Anna Schmidt'] },
        },
        { entity: 'student', entity_id: 3 },
      ])
    },
  },
  {
    name: 'is taken as registered before, and not changed',
    input: { ...anna, email: cast.newcomer.email },
    contains: {
      message: 'Nuru Hassan was registered already, and is the supporter of 2 students now.',
    },
    async after(test) {
      expect(await userRow(test, cast.newcomer.email)).toMatchObject({ first_name: 'Nuru', phone: null })
      expect((await supportersOf(test))[2]).toMatchObject({ supporter_id: cast.newcomer.id })
      expect(await passwordLettersOf(test)).toEqual([])
    },
  },
  ...[cast.liaison, cast.disabled].map(({ email }) => ({
    name: `cannot be ${email}, who is staff or disabled`,
    input: { ...anna, email },
    errors: { email: [studentMessages.supporterUnknown] },
  })),
  {
    name: 'needs the fields that registering needs',
    input: { name: 'Anna Schmidt', student_ids: [] },
    errors: {
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      student_ids: [studentMessages.studentsRequired],
    },
  },
  {
    name: 'is set for none if one of the students has another by now',
    input: { ...anna, student_ids: [1, 2] },
    conflict: studentMessages.supporterCompleted,
  },
  {
    name: 'is set for none if one of the students has left',
    input: { ...anna, student_ids: [1, 4] },
    conflict: studentMessages.notActive,
  },
])

it('sets the supporter of many students in as many queries as of two', async () => {
  const count = async (students: number) => {
    const { test, client } = await openSignedIn('coordinator', {
      given: ({ db }) => addStudents(db, many(students, { supporter_name: anna.name })),
    })
    // A transaction has an executor of its own.
    const executors = Object.getPrototypeOf(test.db.getExecutor()) as QueryExecutor
    const queries = vi.spyOn(executors, 'executeQuery')
    const student_ids = Array.from({ length: students }, (_, index) => index + 1)
    expect((await client.post('/api/supporters/named', { ...anna, student_ids })).status).toBe(200)
    const { length } = queries.mock.calls
    queries.mockRestore()
    const named = (await supportersOf(test)).filter(({ supporter_name }) => supporter_name !== null)
    expect(named).toEqual([])
    return length
  }
  expect(await count(30)).toBe(await count(2))
})

scenariosWith(
  'a supporter with the address of NOTIFICATIONS_ADMIN',
  { as: 'director', given, call: CALL },
  [{ name: 'is refused as when registering', input: anna, errors: { email: [userMessages.emailWithheld] } }],
  { NOTIFICATIONS_ADMIN: 'anna@example.org' },
)

scenariosWith('a supporter who is added to a student by hand', { as: 'coordinator', given }, [
  {
    name: 'replaces the name',
    call: 'PATCH /api/students/1?query=list',
    input: { mode: 'supporter', supporter_id: cast.supporter.id },
    async after(test) {
      expect((await supportersOf(test))[0]).toEqual({
        supporter_id: cast.supporter.id,
        supporter_name: null,
      })
    },
  },
  {
    name: 'is named to staff who may see supporters',
    call: 'GET /api/students/1?query=profile',
    contains: { data: { supporter: null, supporter_name: 'ANNA SCHMIDT' } },
  },
  {
    name: 'is not named to a liaison officer',
    as: 'liaison',
    call: 'GET /api/students/1?query=profile',
    contains: { data: { supporter_name: null } },
    lacks: ['SCHMIDT'],
  },
])
