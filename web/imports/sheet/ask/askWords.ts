import { type ImportKind, isRecordImport, type Remembered } from '#contract/imports.ts'
import { dayOf } from '#contract/base/days.ts'
import { isWrittenOut, nameWords, twinFinder } from '#contract/base/nameGuesser.ts'
import { offeredYears } from '#contract/lookups.ts'
import { type Answer, keyOf } from '../Answers.ts'
import { choiceOf, foldWord, rememberedName } from '../choiceOf.ts'
import { type ChosenSheets, columnsOf } from '../guess/guessColumns.ts'
import { guessNumbered, guessShortened, type NameGuess } from '../guess/guessLookup.ts'
import { guessPlace } from '../guess/guessPlace.ts'
import { partColumns } from '../guess/headings.ts'
import { readCell } from '../readCell.ts'
import type { SheetRow } from '../rowsOf.ts'
import { type NamedField, partFields, type Target, targetsOf } from '../targets.ts'
import {
  byCells,
  countText,
  type FoundText,
  type Names,
  type Question,
  questionOf,
  type SheetTimes,
} from './Question.ts'

/** Supporters are added by name if they are not registered. */
const notAsked = new Set(['supporter', 'name'])

/** What each word of the sheet means that stands for a choice of the form or for a registered name. */
export function askWords(
  kind: ImportKind,
  { columns }: Pick<ChosenSheets, 'columns'>,
  rows: readonly SheetRow[],
  ours: Names,
  remembered: Remembered | undefined,
  times: SheetTimes,
): Question[] {
  return targetsOf(kind).flatMap((target) => {
    const { field, cellKind } = target
    const isNamed = cellKind === 'names' && !notAsked.has(field)
    if (cellKind !== 'words' && !isNamed) return []
    const own = columnsOf(kind, columns).filter((each) => each.target.field === field)
    const found = new Map<string, FoundText>()
    for (const [at, row] of rows.entries()) {
      const fallback = times.textOf(field, row)
      for (const { index, heading } of own) {
        const text = readCell(target, row.cells[index])
        if (text !== '') countText(found, foldWord(text), { text: text }, at, heading)
        else if (fallback) countText(found, foldWord(fallback), { text: fallback }, at, '')
      }
      if (own.length === 0 && fallback) countText(found, foldWord(fallback), { text: fallback }, at, '')
    }
    if (isRecordImport(kind) && field === partFields[kind].name)
      for (const { name, index } of partColumns(kind, columns))
        for (const [at, row] of rows.entries())
          if (name !== '' && readCell(target, row.cells[index]) !== '')
            countText(found, foldWord(name), { text: name }, at, name)
    const texts = [...found.values()]
    const words = isNamed ? (ours[field as NamedField] ?? []) : target.words
    const guess = guesserOf(target, words, texts.length)
    const before = rememberedName(field, words, remembered)
    const genderOf = gendersIn(kind, columns, rows)
    const questions = texts.map((each): Question => {
      const { text } = each
      const girls = field === 'school' ? shareOfGirls(each.rows, genderOf) : undefined
      const { certain, guesses } = guess(text, girls?.likely)
      const known = words.find((word) => foldWord(word) === foldWord(text)) ?? before(text) ?? certain
      return questionOf(
        'word',
        { ...target, label: target.label.replace(' in each row', ''), words: [...words] },
        text,
        {
          rows: each.rows,
          from: [...each.from].filter(Boolean),
          certain: known === undefined ? undefined : { means: known },
          guesses: guesses.map((name): Answer => ({ means: name })),
          evidence: guesses.length > 1 ? girls?.words : undefined,
        },
      )
    })
    return withNew(field, questions, words).toSorted(byCells)
  })
}

function guesserOf({ field, spellings, words }: Target, ours: readonly string[], texts: number) {
  const choices = (text: string): NameGuess => ({
    certain: choiceOf({ words: [...ours], spellings: spellings ?? {} }, text),
    guesses: [],
  })
  const guessers: Record<string, (text: string, likely?: 'girls' | 'boys') => NameGuess> = {
    term: guessNumbered(ours),
    class: guessNumbered(ours),
    subject: guessShortened(ours, spellings),
    cost_category: guessShortened(ours, spellings),
    year: () => ({ certain: undefined, guesses: [] }),
    school: guessPlace(ours, texts),
    cluster: guessPlace(ours, texts),
    liaison: guessPlace(ours, texts),
  }
  const guess = words.length > 0 ? choices : (guessers[field] ?? choices)
  // An email address identifies the officer.
  return field === 'liaison'
    ? (text: string) => (text.includes('@') ? { certain: text, guesses: [] } : guess(text))
    : guess
}

/** Names that may be added. A class of the students is only chosen, because a new one has report cards first. */
export const addable = new Set<string>(['year', 'term', 'class', 'subject', 'school', 'cluster'])

/** Completes questions about names that are not registered: other spellings of a new name mean the same, and a name that is like none may be added. */
function withNew(field: string, questions: Question[], ours: readonly string[]): Question[] {
  if (!addable.has(field)) return questions
  const unknown = questions.filter(({ certain }) => !certain)
  const isPlace = field === 'school' || field === 'cluster'
  const twins = isPlace ? twinFinder(unknown.map(({ text }) => text)) : undefined
  const likes = new Map<string, string>()
  for (const { key, text } of byFullness(unknown)) {
    const twin = twins?.find(text)
    if (twin === undefined) twins?.add(text)
    else likes.set(key, keyOf('word', field, twin))
  }
  const years = offeredYears(Number(dayOf(new Date()).slice(0, 4)))
  return questions.map((question) => {
    const { key, text, certain, guesses } = question
    const like = likes.get(key)
    if (certain) return question
    if (like !== undefined) return { ...question, like }
    const adds: Answer = { adds: text }
    // Into an empty list, every name is new. So is a cluster that is like none: it needs no other fact.
    const isNew = (ours.length === 0 && field !== 'school') || (field === 'cluster' && guesses.length === 0)
    if (field === 'year')
      return years.includes(text)
        ? { ...question, certain: ours.length === 0 ? adds : undefined, guesses: [adds] }
        : question
    return isNew ? { ...question, certain: adds } : question
  })
}

/** Names that are written out come first, then frequent ones. */
function byFullness(questions: readonly Question[]): Question[] {
  const ranked = questions.map((question) => {
    const { text, cells } = question
    const ranks = [
      Number(text !== text.toUpperCase()),
      nameWords(text).length,
      Number(isWrittenOut(text)),
      cells,
    ]
    return { question, ranks }
  })
  return ranked
    .toSorted((one, other) =>
      one.ranks.reduce((order, rank, at) => order || (other.ranks[at] ?? 0) - rank, 0),
    )
    .map(({ question }) => question)
}

type Gender = 'Female' | 'Male' | undefined

function gendersIn(kind: ImportKind, columns: ChosenSheets['columns'], rows: readonly SheetRow[]) {
  const gender = columnsOf(kind, columns).find(({ target }) => target.field === 'gender')
  return (row: number) =>
    gender && (choiceOf(gender.target, readCell(gender.target, rows[row]?.cells[gender.index])) as Gender)
}

/** Whether most of the students of a school are girls or boys. */
function shareOfGirls(rows: readonly number[], genderOf: (row: number) => Gender) {
  const genders = rows.map(genderOf)
  const girls = genders.filter((gender) => gender === 'Female').length
  const boys = genders.filter((gender) => gender === 'Male').length
  if (girls === boys) return undefined
  const [count, likely] = girls > boys ? ([girls, 'girls'] as const) : ([boys, 'boys'] as const)
  return { likely, words: `${count === rows.length ? 'all' : count} of them ${likely}` }
}
