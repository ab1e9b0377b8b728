import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Undone } from '#contract/imports.ts'
import { givenRegister, importRows, sheetRow } from '../testing/imports/imports.ts'
import { openRegister } from '../testing/imports/openRegister.ts'
import { addReportCards } from '../testing/data/records.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import { files } from '../testing/data/studentForm.ts'
import { historyOf } from '../testing/database/storedRows.ts'
import type { TestApp } from '../testing/testApp.ts'
import type { TestClient } from '../testing/testClient.ts'
import { formOf } from '../testing/files/uploadTrial.ts'
import { cast } from '../testing/data/users.ts'

const CALL = 'POST /api/imports/1/undo'

async function editStudent({ db }: TestApp, client: TestClient, ref: string, change: object): Promise<void> {
  const form = await db.selectFrom('students').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()
  const { status, text } = await client.change('PUT', `/api/students/${form.id}?query=list`, {
    ...form,
    ...change,
  })
  expect(status, text).toBe(200)
}

const twins = [
  { ...sheetRow, name: 'Ruth Wafula', school: 'Mukaa Boys' },
  { ...sheetRow, name: 'Abdi Noor', dob: '2010-11-30' },
  { ...sheetRow, name: 'Esther Kilonzo', dob: '2010-02-08' },
]

const givenImports =
  (given: (test: TestApp, client: TestClient) => Promise<unknown>) => async (test: TestApp) => {
    await givenRegister(test)
    await given(test, await test.signIn(cast.director))
  }

scenariosWith('GET /api/imports/1/undo', { as: 'director', call: 'GET /api/imports/1/undo' }, [
  {
    name: 'lists what an undo would remove, restore and skip, with reasons, and changes nothing',
    given: givenImports(async (test, client) => {
      const more = { new_places: [{ school: 'Mukaa Boys', cluster: 'Wote' }] }
      await importRows(client, [...twins, { ref: 'EL-0001', kcpe: 400 }], more)
      await editStudent(test, client, 'EL-0003', { ambition: 'Pilot' })
    }),
    contains: {
      data: {
        removed: 2,
        restored: 1,
        schools: 1,
        clusters: 1,
        kept: [{ id: 3, name: 'Abdi Noor', ref: 'EL-0003', why: 'Changed since' }],
      },
    },
    async after(test, { body }) {
      // The undo then does exactly what the check listed.
      const client = await test.signIn(cast.director)
      const undone = await client.post('/api/imports/1/undo')
      expect(undone.body).toMatchObject({ data: (body as { data: Undone }).data })
    },
  },
  { name: 'is refused to a coordinator', as: 'coordinator', status: 403 },
  { name: 'is not found for an unknown import', status: 404 },
])

scenariosWith(CALL, { as: 'director', call: CALL }, [
  {
    name: 'removes added rows and restores updated ones, but lists rows that were changed or used since',
    given: givenImports(async (test, client) => {
      const more = { new_places: [{ school: 'Mukaa Boys', cluster: 'Kisumu' }] }
      await importRows(client, [...twins, { ref: 'EL-0001', kcpe: 400, school: 'Mukaa Boys' }], more)
      await editStudent(test, client, 'EL-0003', { ambition: 'Pilot' })
      await addReportCards(test, [{ student_id: 4 }])
      // Files are the more helpful reason, although a new picture changes the student too.
      await editStudent(test, client, 'EL-0004', { ambition: 'Nurse' })
    }),
    contains: {
      data: {
        removed: 1,
        restored: 1,
        kept: [
          { id: 3, name: 'Abdi Noor', ref: 'EL-0003', why: 'Changed since' },
          { id: 4, name: 'Esther Kilonzo', ref: 'EL-0004', why: 'Has records or files' },
        ],
      },
    },
    async after(test) {
      const students = await test.db.selectFrom('students').selectAll().orderBy('id').execute()
      expect(students.map(({ ref, kcpe, school_id, version }) => [ref, kcpe, school_id, version])).toEqual([
        ['EL-0001', 371, 1, 3],
        ['EL-0003', 371, 1, 2],
        ['EL-0004', 371, 1, 2],
      ])
      // The school that the import added is removed too, because no student uses it any more.
      expect(await test.db.selectFrom('schools').select('id').execute()).toHaveLength(1)
      const restored = (await historyOf(test)).find(
        ({ action, entity_id }) => action.startsWith('undid') && entity_id === 1,
      )
      expect(restored).toMatchObject({
        action: 'undid import from register.xlsx',
        changes: { kcpe: [400, 371], school: ['Mukaa Boys', 'Nyando Girls High School'] },
      })
      const client = await test.signIn(cast.director)
      expect((await client.get('/api/imports')).body).toMatchObject({
        data: [{ undone_at: expect.any(String) as string, left: 2, can_undo: true }],
      })
      await importRows(client, [twins[0] && { ...twins[0], school: sheetRow.school }].map(Object))
      const refs = await test.db.selectFrom('students').select('ref').orderBy('id').execute()
      expect(refs.at(-1)).toEqual({ ref: 'EL-0005' })
    },
  },
  {
    name: 'removes pictures and certificates that the import added, but not a student who has other files',
    given: givenImports(async (_test, client) => {
      await importRows(client, [...twins.slice(1), { ...twins[2], name: 'Juma Were', dob: '2011-05-05' }])
      await importRows(client, [{ ref: 'EL-0001', kcpe: 400 }])
      const give = async (student: number, ...fields: [string, string | File][]) => {
        const form = formOf(fields)
        const call = `/api/students/${student}?_method=PATCH&query=list`
        const { status, text } = await client.change('POST', call, form)
        expect(status, text).toBe(200)
      }
      await give(2, ['pic', files.pic], ['import_id', '1'])
      await give(2, ['cert', files.cert], ['import_id', '1'])
      await give(3, ['pic', files.pic])
      await give(1, ['pic', files.pic], ['import_id', '2'])
      await client.post('/api/imports/2/undo')
    }),
    contains: {
      data: { removed: 2, files: 2, kept: [{ ref: 'EL-0003', why: 'Has records or files' }] },
    },
    async after({ db }) {
      const students = await db
        .selectFrom('students')
        .select(['ref', 'picture_id', 'kcpe'])
        .orderBy('id')
        .execute()
      expect(students).toMatchObject([
        { ref: 'EL-0001', picture_id: null, kcpe: 371 },
        { ref: 'EL-0003', picture_id: expect.any(Number) as number },
      ])
      expect(await db.selectFrom('files').select('student_id').execute()).toEqual([{ student_id: 3 }])
      const { left } = await db
        .selectFrom('unowned_bytes')
        .select(({ fn }) => fn.countAll<number>().as('left'))
        .executeTakeFirstOrThrow()
      expect(left).toBeGreaterThan(3)
    },
  },
  {
    name: 'undoes imports one after the other, even if the later one added pictures',
    given: givenImports(async (_test, client) => {
      await importRows(client, [{ ref: 'EL-0001', kcpe: 400 }])
      await importRows(client, [{ ref: 'EL-0001', kcpe: 410 }])
      const form = formOf([
        ['pic', files.pic],
        ['import_id', '2'],
      ])
      await client.change('POST', '/api/students/1?_method=PATCH&query=list', form)
      expect((await client.post('/api/imports/2/undo')).body).toMatchObject({ data: { restored: 1 } })
    }),
    contains: { data: { restored: 1, kept: [] } },
  },
  {
    name: 'refuses to undo an import twice',
    given: givenImports(async (_test, client) => {
      await importRows(client, twins.slice(1))
      await client.post('/api/imports/1/undo')
    }),
    conflict: 'This import has been undone already',
  },
  { name: 'is refused to a coordinator', as: 'coordinator', status: 403 },
  { name: 'is not found for an unknown import', status: 404 },
])

/** A random step; numbers are taken modulo the number of existing items. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      added: fc.nat(3),
      updated: fc.array(fc.tuple(fc.nat(9), fc.nat(3)), { maxLength: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('edit' as const), which: fc.nat(9), kcpe: fc.nat(3) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat(5) }) },
)

/** A student as a stack of values, each written by an import (its id) or by an edit. The top is the current value. */
type Pile = { by: number; kcpe: number }[]
const EDIT = 0

it(
  'leaves exactly the rows of a simple model after random imports, edits and undos',
  { timeout: 120_000 },
  async () => {
    const { test, db, client } = await openRegister()
    let last = 1

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        for (const table of ['import_rows', 'imports', 'students'] as const)
          await db.deleteFrom(table).execute()
        const model = new Map<string, Pile>()
        const imports: { id: number; isUndone: boolean }[] = []
        const undone: { actual: object; expected: object }[] = []
        const refs = () => [...model.keys()].toSorted()

        for (const happening of steps) {
          if (happening.kind === 'edit') {
            const ref = refs()[happening.which % Math.max(1, model.size)]
            if (ref === undefined) continue
            const pile = model.get(ref) ?? []
            await editStudent(test, client, ref, { kcpe: happening.kcpe })
            if (pile.at(-1)?.kcpe !== happening.kcpe) pile.push({ by: EDIT, kcpe: happening.kcpe })
          } else if (happening.kind === 'import') {
            const known = refs()
            const updates = new Map(
              happening.updated.flatMap(([which, kcpe]) => {
                const ref = known[which % Math.max(1, known.length)]
                return ref === undefined ? [] : [[ref, kcpe] as const]
              }),
            )
            const added = Array.from({ length: happening.added }, () => ({
              ...sheetRow,
              kcpe: 7,
              duplicate: 'add',
            }))
            if (updates.size + added.length === 0) continue
            const id = await importRows(client, [
              ...[...updates].map(([ref, kcpe]) => ({ ref, kcpe })),
              ...added,
            ])
            imports.push({ id, isUndone: false })
            for (const [ref, kcpe] of updates)
              if (model.get(ref)?.at(-1)?.kcpe !== kcpe) model.get(ref)?.push({ by: id, kcpe })
            for (const { kcpe } of added)
              model.set(`EL-${String(++last).padStart(4, '0')}`, [{ by: id, kcpe }])
          } else {
            const meant = imports[happening.which % Math.max(1, imports.length)]
            if (!meant || meant.isUndone) continue
            meant.isUndone = true
            const expected = { removed: 0, restored: 0, kept: 0 }
            for (const [ref, pile] of model) {
              if (!pile.some(({ by }) => by === meant.id)) continue
              if (pile.at(-1)?.by !== meant.id) expected.kept += 1
              else {
                pile.pop()
                expected[pile.length === 0 ? 'removed' : 'restored'] += 1
                if (pile.length === 0) model.delete(ref)
              }
            }
            const { body } = await client.post(`/api/imports/${meant.id}/undo`)
            const { removed, restored, kept } = (body as { data: Undone }).data
            undone.push({ actual: { removed, restored, kept: kept.length }, expected })
          }
        }
        expect(undone.map(({ actual }) => actual)).toEqual(undone.map(({ expected }) => expected))
        const rows = await db.selectFrom('students').select(['ref', 'kcpe']).orderBy('id').execute()
        expect(rows).toEqual(refs().map((ref) => ({ ref, kcpe: model.get(ref)?.at(-1)?.kcpe })))
      }),
      { numRuns: 12 },
    )
  },
)

scenariosWith(CALL, { as: 'director', call: CALL }, [
  {
    name: 'leaves students with records, and removes them when it is called again after these are gone',
    given: givenImports(async (test, client) => {
      await importRows(client, twins)
      await addReportCards(test, [{ student_id: 3, year: '2025', term: 'Term 1' }])
      expect((await client.post('/api/imports/1/undo')).body).toMatchObject({
        data: { removed: 1, kept: [{ id: 3, why: 'Has records or files' }] },
      })
      expect((await client.get('/api/imports/1')).body).toMatchObject({ data: { left: 1, can_undo: true } })
      await test.db.deleteFrom('marks').execute()
      await test.db.deleteFrom('reports').execute()
      await test.db.deleteFrom('files').where('student_id', '=', 3).execute()
    }),
    contains: { data: { removed: 1, kept: [] } },
    async after(test) {
      const client = await test.signIn(cast.director)
      expect((await client.get('/api/imports/1')).body).toMatchObject({ data: { left: 0, can_undo: false } })
      expect(await client.post('/api/imports/1/undo')).toMatchObject({
        status: 409,
        body: { message: 'This import has been undone already' },
      })
    },
  },
])
