import { type ImportKind, isRecordImport } from '#contract/imports.ts'
import { type Answer, type Answers, keyOf } from '../Answers.ts'
import { type ChosenSheets, columnsOf } from '../guess/guessColumns.ts'
import { guessNumbered } from '../guess/guessLookup.ts'
import { readCell } from '../readCell.ts'
import type { SheetRow } from '../rowsOf.ts'
import { cellText, type ChosenSheet, withoutEnding } from '../Spreadsheet.ts'
import { targetsOf } from '../targets.ts'
import { type Names, type Question, questionOf, type SheetTimes } from './Question.ts'

const NUMBER = String.raw`(\d|i{1,3}v?|one|two|three|four|first|second|third|fourth)`
const TERM = String.raw`\b(?:terms?|trm|t)[\s._-]*${NUMBER}\b`
const CLASS = String.raw`\b(?:form|frm|f|grade|g|std|class)[\s._]*`
const patterns: Record<string, RegExp> = {
  year: /\b((?:19|20)\d\d)\b/g,
  // The number in `Class 8 Term 3` and `Form 2 term exams` before the term is that of the class.
  term: new RegExp(String.raw`${TERM}|(?<!${CLASS})\b${NUMBER}\s+(?!${TERM})term\b`, 'gi'),
  // `Form 2-4` are several classes.
  class: new RegExp(String.raw`${CLASS}${NUMBER}\b(?!\s*(?:[-–,&]|to\b|and\b)\s*\d)`, 'gi'),
}

/** A word that is near a term without naming it. */
const likelyTerms: [RegExp, string][] = [
  [/\bmid[\s-]*year\b/i, '2'],
  [/\bend[\s-]*(of[\s-]*)?(the[\s-]*)?year\b/i, '3'],
]

/** Asks for the year, term and class of each sheet of past records that has no cells for them. */
export function askSheets(
  kind: ImportKind,
  { sheets, columns }: ChosenSheets,
  rows: readonly SheetRow[],
  ours: Names,
  answers: Answers,
): SheetTimes {
  const questions: Question[] = []
  const texts = new Map<string, string>()
  for (const field of isRecordImport(kind) ? Object.keys(patterns) : []) {
    const target = targetsOf(kind).find((each) => each.field === field)
    if (!target) continue
    const column = columnsOf(kind, columns).find((each) => each.target.field === field)
    const isEmptyIn = ({ cells }: SheetRow) => !column || readCell(target, cells[column.index]) === ''
    for (const [index, sheet] of sheets.entries()) {
      const own = rows.flatMap((row, at) => (row.sheet === index && isEmptyIn(row) ? at : []))
      if (own.length === 0) continue
      const found = timeOf(field, sheet, ours)
      const question = questionOf(
        'sheet',
        { ...target, words: [...(ours[field as 'year'] ?? [])] },
        found.title,
        {
          key: keyOf('sheet', field, `${sheet.file} ${sheet.name}`),
          rows: own,
          from: [`${withoutEnding(sheet.file)}, ${sheet.name}`],
          certain: found.certain,
          guesses: found.guesses,
        },
      )
      questions.push(question)
      const answer = answers[question.key] ?? question.certain
      if (answer && answer !== 'left out')
        texts.set(`${field} ${index}`, 'adds' in answer ? answer.adds : answer.means)
    }
  }
  return { questions, textOf: (field, { sheet }) => texts.get(`${field} ${sheet}`) ?? '' }
}

/** The time in the name of a sheet, its file and the titles above its headings, if all that name one agree. */
function timeOf(field: string, sheet: ChosenSheet, ours: Names) {
  const titles = sheet.rows
    .slice(0, sheet.header)
    .map((cells) => cells.map(cellText).filter(Boolean).join(' '))
  const places = [...titles, sheet.name, withoutEnding(sheet.file)]
    .map((text) => text.replaceAll('_', ' '))
    .filter(Boolean)
  const pattern = patterns[field]
  const names = ours[field as 'year'] ?? []
  const guess = guessNumbered(names)
  const named = places.map((text) => {
    const all = pattern ? [...text.matchAll(pattern)].map((match) => match[0]) : []
    return { text, all: all.map((each) => (field === 'year' ? each : (guess(each).certain ?? each))) }
  })
  const values = [...new Set(named.flatMap(({ all }) => all))]
  const [value] = values
  const title = named.find(({ all }) => all.length > 0)?.text ?? places[0] ?? ''
  const certain: Answer | undefined =
    values.length === 1 && value !== undefined
      ? { means: value }
      : // The server takes the student's own class of the year.
        field === 'class'
        ? { means: '' }
        : undefined
  const likely = likelyTerms.flatMap(([words, number]) =>
    field === 'term' && places.some((text) => words.test(text)) ? guess(number).guesses : [],
  )
  const guesses = [...new Set([...likely, ...values.filter((each) => names.includes(each))])]
  return { title, certain, guesses: guesses.map((means): Answer => ({ means })) }
}
