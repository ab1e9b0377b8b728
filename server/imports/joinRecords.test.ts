import { expect } from 'vitest'
import { importing } from '../testing/imports/imports.ts'
import { givenLedger, ledgerRows, resultRows } from '../testing/imports/ledger.ts'
import { givenPast, reasons, storedRecords } from '../testing/imports/pastRecords.ts'
import { addStudents } from '../testing/data/students.ts'
import { scenariosWith } from '../testing/scenarios.ts'
import type { TestApp } from '../testing/testApp.ts'

const CALL = 'POST /api/imports'
const receipts = (rows: object[], more: object = {}) => importing(rows, { kind: 'receipts', ...more })
const results = (rows: object[], more: object = {}) => importing(rows, { kind: 'results', ...more })

const ledger = ledgerRows.map(({ cents: _cents, ...row }) => row)
const sheetTotal = ledgerRows.reduce((sum, { cents }) => sum + cents, 0)
const differs = 'Another row of this record differs'
const waits = 'Another row of this record cannot be imported yet'

async function givenBrian(test: TestApp): Promise<void> {
  await givenPast(test)
  await addStudents(test.db, [{ name: 'Brian Kimutai Mwangangi', admission_no: '4411', school_id: 1 }])
}

const line = { year: '2019', term: 'Term 1', class: 'Form 1', admission_no: '4411', receipt_no: '881' }
const brian = { ...line, name: 'Brian Kimutai Mwangangi', 'items.Tuition Fees': '10,000' }
const shouted = { ...line, name: 'BRIAN KIMUTAI MWANGANGI', 'items.Transport': '500' }
const unknown = { ...shouted, name: 'Wanjiku', admission_no: '' }
const card = { ...line, receipt_no: '', name: 'Brian Kimutai Mwangangi' }

scenariosWith(`${CALL}, of rows that are one record`, { as: 'coordinator', call: CALL, given: givenBrian }, [
  {
    name: 'stores the total of a ledger whose names are written in several ways, to the cent',
    given: givenLedger,
    input: receipts(ledger),
    contains: { data: { created: 90, skipped: 0 } },
    async after(test) {
      const stored = await storedRecords(test, 'receipts')
      expect(stored.reduce((sum, { total }) => sum + total, 0)).toBe(sheetTotal)
      const items = await test.db.selectFrom('items').select('cost').execute()
      expect(items.reduce((sum, { cost }) => sum + cost, 0)).toBe(sheetTotal)
      expect(items).toHaveLength(ledger.length)
    },
  },
  {
    name: 'stores each subject of report cards whose names are written in several ways',
    given: givenLedger,
    input: results(resultRows),
    contains: { data: { created: 90, skipped: 0 } },
    async after(test) {
      expect(await test.db.selectFrom('marks').select('id').execute()).toHaveLength(resultRows.length)
      const cards = await storedRecords(test, 'reports')
      expect(new Set(cards.map(({ mark, grade }) => `${mark} ${grade}`))).toEqual(new Set(['555 C+']))
    },
  },
  {
    name: 'adds one receipt for two spellings of a name, and answers its total',
    input: receipts([brian, shouted], { check: true }),
    contains: { data: { good: 1, created: 1, total: 1_050_000, students: [5, 5], errors: [] } },
  },
  {
    name: 'counts two rows of the same item and amount',
    input: receipts([brian, brian], { check: true }),
    contains: { data: { good: 1, total: 2_000_000, errors: [] } },
  },
  {
    name: 'leaves a receipt whole until each of its rows can be imported',
    input: receipts([brian, { ...shouted, 'items.Transport': 'pending' }, { ...brian, term: 'Term 2' }], {
      check: true,
    }),
    contains: {
      data: {
        good: 1,
        total: 1_000_000,
        errors: reasons([
          [0, 'term', 'Term 1', waits],
          [
            1,
            'items.Transport',
            'pending',
            'Cost must be an amount from 0 to 10,000,000, with two decimals at most',
          ],
        ]),
      },
    },
  },
  {
    name: 'lets a receipt wait for a row of its number without a student or term',
    input: receipts(
      [brian, unknown, { ...brian, term: 'Term 2' }, { ...shouted, receipt_no: '7', term: '' }],
      {
        check: true,
      },
    ),
    contains: {
      data: {
        good: 1,
        total: 1_000_000,
        students: [5, null, 5, 5],
        errors: reasons([
          [0, 'term', 'Term 1', waits],
          [1, 'name', 'Wanjiku', 'No student has this name'],
          [3, 'term', '', 'Term cannot be empty'],
        ]),
      },
    },
  },
  {
    name: 'does not let it wait for another student, term or school',
    input: receipts(
      [
        { ...brian, school: 'Nyando Girls High School' },
        { ...unknown, term: 'Term 3' },
        { ...unknown, school: 'Moi Girls' },
        { ...line, ref: 'EL-0001', admission_no: '', term: 'Term 9', 'items.Transport': 1 },
      ],
      { check: true },
    ),
    contains: { data: { good: 1, total: 1_000_000 } },
  },
  {
    name: 'lets a report card wait for a row of its admission number',
    input: results(
      [
        { ...card, 'marks.English': '67' },
        { ...card, name: 'Kiprono', 'marks.Mathematics': '48' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 0,
        errors: reasons([
          [0, 'term', 'Term 1', waits],
          [1, 'name', 'Kiprono, 4411', 'The student with this admission number has another name'],
        ]),
      },
    },
  },
  {
    name: 'joins a mark and a grade of one subject, and reports two different ones',
    input: results(
      [
        { ...card, 'marks.English': '67' },
        { ...card, name: shouted.name, 'marks.English': 'B' },
        { ...card, name: shouted.name, 'marks.English': '67 B' },
        { ...card, term: 'Term 2', 'marks.English': '67', mark: '50' },
        { ...card, term: 'Term 2', 'marks.English': '68', mark: '51' },
      ],
      { check: true },
    ),
    contains: {
      data: {
        good: 1,
        errors: reasons([
          [3, 'marks.English', '67', differs],
          [3, 'mark', '50', differs],
          [4, 'marks.English', '68', differs],
          [4, 'mark', '51', differs],
        ]),
      },
    },
  },
  {
    name: 'reports rows of one record with different classes',
    input: receipts([brian, { ...shouted, class: '' }, { ...shouted, class: 'Form 2' }], { check: true }),
    contains: {
      data: {
        good: 0,
        errors: reasons([
          [0, 'class', 'Form 1', differs],
          [1, 'term', 'Term 1', waits],
          [2, 'class', 'Form 2', differs],
        ]),
      },
    },
  },
  {
    name: 'reads all amounts of a long cell',
    input: receipts([{ ...brian, 'items.Tuition Fees': Array(100).fill('1,000.25').join(' + ') }], {
      check: true,
    }),
    contains: { data: { good: 1, total: 10_002_500 } },
  },
])
