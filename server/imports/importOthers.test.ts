import { expect } from 'vitest'
import { rowErrors } from '#contract/importMessages.ts'
import { importing, importRows } from '../testing/imports/imports.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { givenSchools } from '../testing/data/schools.ts'
import { addStudents } from '../testing/data/students.ts'
import type { TestApp } from '../testing/testApp.ts'
import { cast } from '../testing/data/users.ts'
import { lettersOf } from '../testing/mail/postman.ts'

const CALL = 'POST /api/imports'
const schools = (rows: object[], more: object = {}) => importing(rows, { kind: 'schools', ...more })
const supporters = (rows: object[], more: object = {}) => importing(rows, { kind: 'supporters', ...more })
const zawadi = { first_name: 'Zawadi', last_name: 'Achieng', email: 'Zawadi@elimu.test' }
const juma = { first_name: 'Juma', last_name: 'Were', email: 'juma@elimu.test' }

scenariosWith(`${CALL}, of schools`, { as: 'coordinator', call: CALL, given: givenSchools }, [
  {
    name: 'adds schools to registered clusters and to clusters that the import adds',
    input: schools(
      [
        { school: 'Starehe', cluster: 'kibera' },
        { school: 'Mukaa Boys', cluster: 'Makueni' },
        { school: 'olympic high  school', cluster: 'Kibera' },
        { school: 'Starehe', cluster: 'Eldoret' },
        { school: 'Kapsowar', cluster: 'Marakwet' },
        { school: '', cluster: '' },
      ],
      { new_places: [{ cluster: 'Makueni' }, { cluster: 'Kibera' }] },
    ),
    contains: { data: { created: 2, updated: 0, skipped: 4 } },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/schools?search=mukaa')).body).toMatchObject({
        data: [{ school: 'Mukaa Boys', cluster_name: 'Makueni' }],
      })
      expect((await client.get('/api/clusters')).body).toMatchObject({ meta: { total: 3 } })
    },
  },
  {
    name: 'uses the default cluster for schools without a cluster',
    input: schools(
      [{ school: 'Starehe' }, { school: 'Kapsowar', cluster: '  ' }, { school: 'Mukaa', cluster: 'Kibera' }],
      { defaults: { cluster: 'Eldoret' } },
    ),
    contains: { data: { created: 3 } },
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      const { body } = await client.get('/api/schools?search=eldoret')
      expect(body).toMatchObject({
        data: [{ school: 'Kapsowar' }, { school: 'Moi Girls' }, { school: 'Starehe' }],
      })
    },
  },
  {
    name: 'reports schools that are already registered, and unknown clusters',
    input: schools(
      [
        { school: 'Olympic High School', cluster: 'Kibera' },
        { school: 'Kapsowar', cluster: 'Marakwet' },
        { school: '', cluster: '' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 0,
        errors: [
          { row: 0, field: 'school', message: 'This school exists already' },
          { row: 1, field: 'cluster', value: 'Marakwet', message: 'Cluster is not known' },
          { row: 2, field: 'school', message: 'School cannot be empty' },
          { row: 2, field: 'cluster', code: 'empty', message: 'Please Select Cluster' },
        ],
      },
    },
  },
  {
    name: 'reports schools that are registered, or in the sheet, in another spelling',
    input: schools(
      [
        { school: 'OLYMPIC H/S', cluster: 'Kibera' },
        { school: 'Moi Girls Sec. School', cluster: 'Eldoret' },
        { school: 'St. Kizito Girls Sec', cluster: 'Kibera' },
        { school: 'Saint Kizito Girls Secondary School', cluster: 'Kibera' },
        { school: 'Olimpic High School', cluster: 'Kibera' },
        { school: 'Olympic Primary School', cluster: 'Kibera' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 2,
        errors: [
          [0, 'OLYMPIC H/S', 'Olympic High School'],
          [1, 'Moi Girls Sec. School', 'Moi Girls'],
          [3, 'Saint Kizito Girls Secondary School', 'St. Kizito Girls Sec'],
          [4, 'Olimpic High School', 'Olympic High School'],
        ].map(([row, value, name]) => ({
          row,
          field: 'school',
          value,
          code: 'schoolSpelled',
          message: `This school exists already in another spelling: ${name}`,
        })),
      },
    },
  },
  {
    name: 'adds a school of nearly the same name if the user says that it is another one',
    input: schools([
      { school: 'Olympic School', cluster: 'Kibera', duplicate: 'add' },
      { school: 'Moi Girls School', cluster: 'Kibera' },
      { school: 'Olympic', cluster: 'Kibera', duplicate: 'skip' },
    ]),
    contains: { data: { created: 1, skipped: 2 } },
  },
])

scenariosWith(
  `${CALL}, of supporters with the address of NOTIFICATIONS_ADMIN`,
  { call: CALL },
  [
    ...[true, false].map((check) => ({
      name: `${check ? 'reports an error to' : 'skips the row for'} the director`,
      as: 'director' as const,
      input: supporters([zawadi, juma], { check }),
      contains: {
        data: check
          ? { good: 1, errors: [{ row: 0, field: 'email', message: rowErrors.emailWithheld }] }
          : { created: 1, skipped: 1 },
      },
    })),
    {
      name: 'adds the supporter for the administrator',
      as: 'administrator',
      input: supporters([zawadi]),
      contains: { data: { created: 1 } },
    },
  ],
  { NOTIFICATIONS_ADMIN: 'zawadi@elimu.test' },
)

scenariosWith(`${CALL}, of supporters`, { as: 'director', call: CALL }, [
  {
    name: 'adds New supporters, and writes no letter',
    input: supporters([
      { ...zawadi, phone: 722123456, country: 'Kenya' },
      { ...juma, email: 'no address' },
      { ...juma, email: cast.liaison.email },
      zawadi,
    ]),
    contains: { data: { created: 1, skipped: 3 } },
    async after(test) {
      const user = test.db.selectFrom('users').selectAll().where('email', '=', 'zawadi@elimu.test')
      expect(await user.executeTakeFirst()).toMatchObject({
        role_id: 5,
        status: 0,
        phone: '0722123456',
        country: 'Kenya',
        search: expect.stringContaining('zawadi achieng') as string,
      })
      expect(await lettersOf(test)).toEqual([])
      const client = await test.signIn(cast.director)
      expect((await client.get('/api/imports')).body).toMatchObject({
        data: [{ uninvited: 1, can_undo: true }],
      })
    },
  },
  {
    name: 'reports invalid rows with the messages of the form',
    input: supporters(
      [{ ...juma, email: 'no address' }, { ...juma, email: cast.liaison.email }, { email: '' }],
      { check: true },
    ),
    contains: {
      data: {
        errors: [
          {
            row: 0,
            field: 'email',
            value: 'no address',
            code: 'notValid',
            message: 'Value is not a valid email address',
          },
          { row: 1, field: 'email', message: 'The email has already been taken.' },
          { row: 2, field: 'first_name', message: 'First name is required' },
          { row: 2, field: 'last_name', message: 'Last name is required' },
          { row: 2, field: 'email', code: 'empty', message: 'Email is required' },
        ],
      },
    },
  },
  {
    name: 'is refused to a coordinator, who cannot see supporter imports either',
    as: 'coordinator',
    async given(test) {
      await importRows(await test.signIn(cast.director), [zawadi], { kind: 'supporters' })
    },
    input: supporters([juma]),
    status: 403,
    async after(test) {
      const client = await test.signIn(cast.coordinator)
      expect((await client.get('/api/imports')).body).toMatchObject({ data: [] })
      expect(await client.get('/api/imports/1')).toMatchObject({ status: 404 })
    },
  },
])

const staff = (rows: object[], more: object = {}) => importing(rows, { kind: 'staff', ...more })
const officer = { ...zawadi, role: 'liaison officer' }

scenariosWith(`${CALL}, of staff`, { as: 'director', call: CALL }, [
  {
    name: 'adds New users with the roles of the sheet, and writes no letter',
    input: staff([officer, { ...juma, role: 'Programme Coordinator' }]),
    contains: { data: { created: 2, skipped: 0 } },
    async after(test) {
      const users = test.db
        .selectFrom('users')
        .select(['role_id', 'status'])
        .where('email', 'in', ['zawadi@elimu.test', juma.email])
      expect(await users.orderBy('role_id').execute()).toEqual([
        { role_id: 3, status: 0 },
        { role_id: 4, status: 0 },
      ])
      expect(await lettersOf(test)).toEqual([])
    },
  },
  {
    name: 'gives no role that is not below the importer’s, and no role of supporters',
    input: staff(
      ['Director', 'System Administrator', 'Supporter', 'Cook', ''].map((role, row) =>
        Object.assign({ role }, juma, { email: `user${row}@elimu.test` }),
      ),
      { check: true },
    ),
    contains: {
      data: {
        good: 0,
        errors: [
          { row: 0, field: 'role', code: 'roleNotBelow', message: 'This role is not below your own' },
          { row: 1, field: 'role', message: 'Please Select User Type' },
          { row: 2, field: 'role', message: 'Please Select User Type' },
          { row: 3, field: 'role', message: 'Please Select User Type' },
          { row: 4, field: 'role', message: 'Please Select User Type' },
        ],
      },
    },
  },
  {
    name: 'lets the administrator add a director',
    as: 'administrator',
    input: staff([{ ...officer, role: 'Director' }]),
    contains: { data: { created: 1 } },
    async after(test) {
      const client = await test.signIn(cast.administrator)
      expect((await client.post('/api/imports/1/invitations')).body).toMatchObject({ data: { invited: 1 } })
      expect((await client.post('/api/imports/1/undo')).body).toMatchObject({
        data: { removed: 0, kept: [{ name: 'Zawadi Achieng', why: 'Invited since' }] },
      })
    },
  },
  {
    name: 'does not remove New staff who were given a student when it is undone',
    input: staff([officer]),
    async after(test) {
      const client = await test.signIn(cast.administrator)
      const users = test.db.selectFrom('users').select('id').where('email', '=', 'zawadi@elimu.test')
      await addStudents(test.db, [{ liaison_id: (await users.executeTakeFirstOrThrow()).id }])
      expect((await client.post('/api/imports/1/undo')).body).toMatchObject({
        data: { removed: 0, kept: [{ name: 'Zawadi Achieng', why: 'Has students' }] },
      })
    },
  },
  { name: 'is refused to a coordinator', as: 'coordinator', input: staff([officer]), status: 403 },
])

const imported = async (test: TestApp) => {
  const client = await test.signIn(cast.director)
  await importRows(client, [zawadi, juma], { kind: 'supporters' })
  const { id } = await test.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', juma.email)
    .executeTakeFirstOrThrow()
  await client.post(`/api/resend/${id}`)
}

scenariosWith(
  'POST /api/imports/:id/invitations',
  { as: 'director', call: 'POST /api/imports/1/invitations' },
  [
    {
      name: 'mails a link once to each supporter who is New and has received no letter',
      given: imported,
      contains: { message: 'The invitations wait: no mail server is set.', data: { invited: 1 } },
      async after(test) {
        const client = await test.signIn(cast.administrator)
        expect((await client.post('/api/imports/1/invitations')).body).toMatchObject({ data: { invited: 0 } })
        const letters = await lettersOf(test)
        expect(letters.map(({ recipient }) => recipient)).toEqual([juma.email, 'zawadi@elimu.test'])
        expect(letters.at(-1)).toMatchObject({ link_kind: 'new', state: 'waiting' })
      },
    },
    {
      name: 'invites supporters once when two requests come at the same time',
      given: imported,
      async after(test) {
        const client = await test.signIn(cast.director)
        await importRows(client, [{ ...zawadi, email: 'third@elimu.test' }], { kind: 'supporters' })
        await Promise.all([1, 2, 3].map(() => client.post('/api/imports/2/invitations')))
        const letters = await lettersOf(test)
        expect(letters.filter(({ recipient }) => recipient === 'third@elimu.test')).toHaveLength(1)
      },
    },
    {
      name: 'invites only users',
      async given(test) {
        await givenSchools(test)
        await importRows(await test.signIn(cast.director), [{ school: 'Starehe', cluster: 'Kibera' }], {
          kind: 'schools',
        })
      },
      conflict: 'Only users are invited',
    },
    { name: 'is not found for an unknown import', status: 404 },
    { name: 'is refused to a coordinator', as: 'coordinator', given: imported, status: 403 },
  ],
)

scenariosWith(
  'POST /api/imports/:id/undo, of schools and supporters',
  { as: 'director', call: 'POST /api/imports/1/undo' },
  [
    {
      name: 'does not remove supporters who were changed, invited or given a student since, and lists them',
      async given(test) {
        const client = await test.signIn(cast.director)
        const people = ['going', 'renamed', 'invited', 'busy', 'deleted'].map((name) => ({
          first_name: 'A',
          last_name: name,
          email: `${name}@elimu.test`,
        }))
        await importRows(client, people, { kind: 'supporters' })
        const ids = new Map(
          (await test.db.selectFrom('users').select(['id', 'email']).execute()).map(({ id, email }) => [
            email.split('@')[0],
            id,
          ]),
        )
        await client.post('/api/edit', {
          ...people[1],
          id: ids.get('renamed'),
          last_name: 'Another',
          role_id: 5,
        })
        await client.post(`/api/delete/${ids.get('deleted')}`)
        await addStudents(test.db, [{ supporter_id: ids.get('busy') ?? 0 }])
        await test.db
          .insertInto('history')
          .values({
            entity: 'user',
            entity_id: ids.get('invited') ?? 0,
            action: 'invited',
            changes: '{}',
            user_id: 2,
            at: '2026-01-01',
          })
          .execute()
      },
      contains: {
        message: 'Import undone.',
        data: {
          removed: 1,
          restored: 0,
          kept: [
            { name: 'A renamed', ref: null, why: 'Changed since' },
            { name: 'A invited', why: 'Invited since' },
            { name: 'A busy', why: 'Has students' },
          ],
        },
      },
      async after({ db }) {
        const gone = db
          .selectFrom('users')
          .select('id')
          .where('email', 'in', ['going@elimu.test', 'deleted@elimu.test'])
        expect(await gone.execute()).toEqual([])
      },
    },
    {
      name: 'does not remove schools in use or their clusters',
      async given(test) {
        await givenSchools(test)
        await importRows(
          await test.signIn(cast.director),
          [
            { school: 'Starehe', cluster: 'Makueni' },
            { school: 'Mukaa Boys', cluster: 'Marakwet' },
          ],
          { kind: 'schools', new_places: [{ cluster: 'Makueni' }, { cluster: 'Marakwet' }] },
        )
        await addStudents(test.db, [{ school_id: 3 }])
      },
      contains: {
        data: {
          removed: 1,
          kept: [
            { id: 3, name: 'Starehe', why: 'In use' },
            { name: 'Makueni', why: 'In use' },
          ],
        },
      },
      async after(test) {
        const client = await test.signIn(cast.director)
        expect((await client.get('/api/clusters')).body).toMatchObject({ meta: { total: 3 } })
        // Nothing has changed since, so that the same schools stay.
        expect((await client.post('/api/imports/1/undo')).body).toMatchObject({
          data: { removed: 0, kept: [{ name: 'Starehe' }, { name: 'Makueni' }] },
        })
      },
    },
  ],
)
