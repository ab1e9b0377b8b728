import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImportCheck } from '#contract/imports.ts'
import { jobOf } from '../../../web/imports/importJob.ts'
import { REFUNDS } from '../../../web/imports/sheet/Answers.ts'
import { askAll, settle } from '../../../web/imports/sheet/ask/settle.ts'
import { bodyOf } from '../../../web/imports/sheet/bodyOf.ts'
import { rowsOf } from '../../../web/imports/sheet/rowsOf.ts'
import type { SheetCell } from '../../../web/imports/sheet/Spreadsheet.ts'
import { moneyOf } from '../../../web/imports/steps/check/moneyOf.ts'
import { lookupId } from '../../testing/data/records.ts'
import { addSchool } from '../../testing/data/schools.ts'
import { addStudents } from '../../testing/data/students.ts'
import { addCast, cast } from '../../testing/data/users.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { post, registeredNames } from '../../testing/imports/asPage.ts'

const children = [
  { name: 'Brian Kimutai Ng’ang’a', admission_no: '4401' },
  { name: 'Brian Nekesa Wafula', admission_no: '4402' },
  { name: 'Mercy Atieno Otieno', admission_no: '4403' },
]
const categories = ['Tuition Fees', 'Transport', 'Uniform and Boarding Essentials']

/** A line of a ledger: one payment or refund, in cents. A child of -1 is not registered. */
type Line = {
  child: number
  term: number
  number: string
  category: string
  cents: number | null
  way: number
}

const line = {
  child: fc.nat(children.length - 1),
  term: fc.integer({ min: 1, max: 3 }),
  number: fc.constantFrom('881', '882', '883', ''),
  category: fc.constantFrom(...categories),
  way: fc.nat(1_000),
}
const payment = fc
  .tuple(fc.record(line), fc.integer({ min: 20_000, max: 3_000_000 }), fc.nat({ max: 900 }), fc.boolean())
  .map(([of, cents, part, isRefunded]): Line[] => {
    const parts = part === 0 ? [cents] : [cents - 10_000 - part, 10_000 + part]
    return [...parts, ...(isRefunded && part > 0 ? [-part] : [])].map((each, place) =>
      Object.assign({ cents: each }, of, { way: of.way + place }),
    )
  })
/** What no import can take: an amount of nobody, and a text in place of one. */
const wrong = fc.oneof(
  fc.record({ ...line, child: fc.constant(-1), cents: fc.constant(12_345) }),
  fc.record({ ...line, cents: fc.constant(null) }),
)

const ledger = fc
  .record({
    payments: fc.array(payment, { minLength: 1, maxLength: 12 }),
    wrong: fc.array(wrong, { maxLength: 2 }),
    hasCommas: fc.boolean(),
    isWide: fc.boolean(),
    sheets: fc.integer({ min: 1, max: 3 }),
  })
  .chain(({ payments, wrong: others, ...more }) => {
    const lines = [...payments.flat(), ...others]
    return fc
      .shuffledSubarray(lines, { minLength: lines.length })
      .map((shuffled) => Object.assign({ lines: shuffled }, more))
  })
type Ledger = typeof ledger extends fc.Arbitrary<infer Value> ? Value : never

const nth = <Value>(values: readonly Value[], place: number) => values[place % values.length] as Value

const names = [
  (name: string) => name,
  (name: string) => name.toUpperCase(),
  (name: string) => name.replaceAll('’', "'"),
]
/** Not enough without the admission number. */
const withInitial = (name: string) => name.replace(/ (\S)\S* /, ' $1. ').replaceAll('’', '')
const terms = [
  (term: number) => `Term ${term}`,
  (term: number) => `T${term}`,
  (term: number) => `TERM ${term}`,
]

function amountOf(cents: number | null, way: number, hasCommas: boolean): SheetCell {
  if (cents === null) return 'pending'
  const plain = (Math.abs(cents) / 100).toLocaleString('en', {
    minimumFractionDigits: 2,
    useGrouping: way % 2 === 0,
  })
  const written = hasCommas ? plain.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')) : plain
  const text = nth([written, `Kshs. ${written}`, `${written}/=`, `KES ${written}`], way)
  if (cents < 0) return way % 2 === 0 ? `(${text})` : `-${written}`
  return way % 5 === 0 ? cents / 100 : text
}

/** The cells of the sheets, in which each line is written in its own way. */
function sheetsOf({ lines, hasCommas, isWide, sheets }: Ledger) {
  const head = ['Receipt No', 'Name', 'Adm No', 'Year', 'Term', 'Class']
  const headings = [...head, ...(isWide ? categories : ['Votehead', 'Amount'])]
  const rows = lines.map(({ child, term, number, category, cents, way }): SheetCell[] => {
    const { name, admission_no } = children[child] ?? { name: 'Nobody Known', admission_no: '' }
    const isShort = way % 3 === 0
    const amount = amountOf(cents, way, hasCommas)
    return [
      number,
      nth(names, way)(isShort ? withInitial(name) : name),
      isShort || way % 3 === 1 ? admission_no : '',
      '2024',
      nth(terms, way)(term),
      'Form 1',
      ...(isWide
        ? categories.map((each) => (each === category ? amount : null))
        : [way % 2 === 0 ? category : category.toUpperCase(), amount]),
    ]
  })
  const size = Math.ceil(rows.length / sheets)
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, place) => ({
    name: `Page ${place + 1}`,
    file: 'ledger.xlsx',
    header: 0,
    rows: [headings, ...rows.slice(place * size, (place + 1) * size)],
  }))
}

type Receipt = Pick<Line, 'term' | 'number'>
const keyOf = (name: string | undefined, { term, number }: Receipt) => `${name} ${term} ${number}`

/** The sum of each child, term and receipt number. */
function sumsOf(lines: readonly Line[]) {
  const sums = new Map<string, number>()
  for (const each of lines) {
    const key = keyOf(children[each.child]?.name, each)
    sums.set(key, (sums.get(key) ?? 0) + (each.cents ?? 0))
  }
  return sums
}

const isWrong = ({ child, cents }: Line) => child < 0 || cents === null

/** The receipts to which a wrong line belongs, or may belong by its number. */
const waitingReceipts = ({ lines }: Ledger) =>
  new Set(
    lines.filter(isWrong).flatMap((each) => {
      const own = children[each.child]
      const whose = own ? [own] : each.number === '' ? [] : children
      return [undefined, ...whose].map((child) => keyOf(child?.name, each))
    }),
  )

const totalOf = (sums: Iterable<number>) => [...sums].reduce((sum, each) => sum + each, 0)

it(
  'has the same sums of receipts in each order and spelling of its lines, and no cent is lost',
  () =>
    fc.assert(
      fc.asyncProperty(ledger, async (given) => {
        const test = await openTestApp()
        await addCast(test.db)
        const school_id = await addSchool(test.db)
        await addStudents(
          test.db,
          children.map((child) => Object.assign({ school_id }, child)),
        )
        await lookupId(test.db, 'years', '2024')
        const client = await test.signIn(cast.administrator)

        const sheets = sheetsOf(given)
        const job = jobOf('receipts', sheets, [], undefined)
        const rows = rowsOf(sheets)
        const asked = askAll('receipts', job, rows, await registeredNames(client), undefined)
        const open = asked.questions.filter(({ key }) => settle(asked, {}).answer(key) === undefined)
        expect(open.filter(({ kind }) => kind !== 'decimals')).toEqual([])
        const answers = {
          [REFUNDS]: { means: 'take off' },
          ...Object.fromEntries(open.map(({ key }) => [key, { means: given.hasCommas ? ',' : '.' }])),
        }
        const { body, made } = bodyOf(
          'receipts',
          { ...job, answers },
          { rows, asked, settled: settle(asked, answers) },
        )
        const check = await post<ImportCheck>(client, { ...body, check: true })
        const money = moneyOf({ ...check, parts: [], goodIn: [], taken: [] }, made, 'take off')
        const sums = sumsOf(given.lines)
        expect(money.sheet).toBe(totalOf(sums.values()))
        expect(money.ready + money.leftOut).toBe(money.sheet)
        const waiting = waitingReceipts(given)

        if (check.good > 0) await post(client, body)
        const stored = await storedSums(test)
        expect(totalOf(stored.values())).toBe(money.ready)
        const whole = [...sums].filter(([key]) => !waiting.has(key))
        expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(whole))
      }),
      { numRuns: 25 },
    ),
  300_000,
)

async function storedSums({ db }: TestApp) {
  const stored = await db
    .selectFrom('receipts')
    .innerJoin('students', 'students.id', 'receipts.student_id')
    .innerJoin('terms', 'terms.id', 'receipts.term_id')
    .select(['students.name', 'terms.term_name', 'receipts.receipt_no', 'receipts.total'])
    .execute()
  return new Map(
    stored.map(({ name, term_name, receipt_no, total }) => [
      keyOf(name, { term: Number(term_name.replace('Term ', '')), number: receipt_no ?? '' }),
      total,
    ]),
  )
}
