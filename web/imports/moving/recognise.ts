import { importKinds, type ImportKind, rowsMaxOf } from '#contract/imports.ts'
import { centsIn } from '#contract/records/receipts.ts'
import { headingsOf } from '../importJob.ts'
import { amountText } from '../sheet/amounts.ts'
import { guessColumns } from '../sheet/guess/guessColumns.ts'
import { dataRows } from '../sheet/guess/guessHeader.ts'
import { headingFit, headingKey, isUsualHeading } from '../sheet/guess/headings.ts'
import { type ChosenSheet, sheetMessages } from '../sheet/Spreadsheet.ts'
import { targetsOf } from '../sheet/targets.ts'

/** What the page shows about a sheet of a kind. */
export type Facts = {
  /** The first headings that identified the kind. */
  knownBy: string[]
  rows: number
  /** Equal for sheets with the same headings, which are imported together. */
  headings: string
  /** Of receipts: the sum of all amounts, in whole cents. */
  total: number | undefined
  /** Why the sheet cannot be imported. */
  refusal: string | undefined
}

const KNOWN_BY = 5
/** The columns are guessed from the first rows, because recognising tries every kind. */
const ROWS_TRIED = 200

/** The first rows of a sheet, from which its columns can be guessed. */
export const firstRows = (sheet: ChosenSheet): ChosenSheet => ({
  ...sheet,
  rows: sheet.rows.slice(0, sheet.header + 1 + ROWS_TRIED),
})

type Known = { index: number; heading: string; field: string; fit: number }

/** The columns that a kind has a field for. Contents alone count if the heading is not known to mean anything else. */
function knownColumns(kind: ImportKind, sheet: ChosenSheet): Known[] {
  const targets = targetsOf(kind)
  return guessColumns(kind, [firstRows(sheet)]).flatMap(({ index, heading, field }) => {
    const target = targets.find((each) => each.field === field)
    if (!field || !target) return []
    const key = headingKey(heading)
    const fit = headingFit(key, target) || (field === 'subject_result' && !isUsualHeading(key) ? 1 : 0)
    return fit > 0 ? { index, heading, field, fit } : []
  })
}

const ABOUT_STUDENTS =
  'dob dor gender category school liaison entry_exam kcpe siblings languages background ambition mother father guardian guardian_phone supporter'.split(
    ' ',
  )

/** Whether a sheet has what its kind cannot be without. */
const fits: Record<ImportKind, (has: (...fields: string[]) => number) => boolean> = {
  results: (has) => isAboutSomebody(has) && (has('subject_result') > 0 || has('subject', 'result') === 2),
  receipts: (has) => isAboutSomebody(has) && (has('category_cost') > 0 || has('cost_category', 'cost') === 2),
  students: (has) => has('name', 'first_names') > 0 && has(...ABOUT_STUDENTS) > 1,
  schools: (has) => has('school', 'cluster') === 2,
  supporters: (has) => has('email') > 0 && has('whole_name', 'first_name') > 0,
  staff: (has) => has('email') > 0 && has('whole_name', 'first_name') > 0,
  plans: (has) => has('school', 'class', 'amount') === 3,
  accounts: (has) => has('school') > 0 && has('number', 'business_number') > 0,
}
/** The kinds of which no row is about a person. */
const withoutPeople = new Set<ImportKind>(['plans', 'accounts'])

const isAboutSomebody = (has: (...fields: string[]) => number) =>
  has('ref', 'admission_no', 'name', 'first_names') > 0

/** The kind whose fields fit the headings best; undefined if no kind fits. Of equal ones, the one that is `wanted`. */
export function recognise(of: ChosenSheet, wanted?: ImportKind): ImportKind | undefined {
  const kinds = [...(wanted ? [wanted] : []), ...importKinds]
  const people = new Set(knownColumns('receipts', of).map(({ field }) => field))
  const namesPeople = isAboutSomebody((...asked) => asked.filter((field) => people.has(field)).length)
  let best: { kind: ImportKind; score: number } | undefined
  for (const kind of kinds) {
    if (namesPeople && withoutPeople.has(kind)) continue
    const known = knownColumns(kind, of)
    const fields = new Set(known.map(({ field }) => field))
    const has = (...asked: string[]) => asked.filter((field) => fields.has(field)).length
    const score = known.reduce((sum, { fit }) => sum + fit, 0)
    if (fits[kind](has) && score > (best?.score ?? 0)) best = { kind, score }
  }
  return best?.kind
}

export function factsOf(kind: ImportKind, sheet: ChosenSheet): Facts {
  const rows = dataRows(sheet, sheet.header)
  const known = knownColumns(kind, sheet).toSorted((one, other) => one.index - other.index)
  const costs = known.filter(({ field }) => field === 'category_cost' || field === 'cost')
  const amounts = rows.flatMap(({ cells }) => costs.map(({ index }) => amountText(cells[index])))
  const isLong = rows.length > rowsMaxOf(kind)
  return {
    knownBy: known.slice(0, KNOWN_BY).map(({ heading }) => heading),
    rows: rows.length,
    headings: headingsOf(sheet),
    total: kind === 'receipts' ? amounts.reduce((sum, amount) => sum + (centsIn(amount) ?? 0), 0) : undefined,
    refusal: isLong ? sheetMessages.tooManyRows(rowsMaxOf(kind)) : undefined,
  }
}
