import { type ImportForm, type Remembered, wordSchema, WORDS_MAX } from '#contract/imports.ts'
import type { Asked, Settled } from './ask/settle.ts'
import { foldWord } from './choiceOf.ts'
import type { ColumnChoice } from './guess/guessColumns.ts'
import { wholeKey } from './guess/headings.ts'

/** The fields of the columns, by heading, to propose them for the next sheet. */
export function rememberedHeadings(columns: readonly ColumnChoice[]): Remembered['headings'] {
  // A heading that occurs twice is ambiguous the next time.
  const headings = [...Map.groupBy(columns, ({ heading }) => wholeKey(heading))].flatMap(
    ([key, [choice, ...others]]): [string, string | null][] =>
      !choice || others.length > 0 || choice.state === 'open' ? [] : [[key, choice.field]],
  )
  return Object.fromEntries(acceptedByServer(headings))
}

/**
 * What the words meant, by field. If there are more words than the server accepts, only the first are sent, so that the import itself is
 * not refused.
 */
export function rememberedWords(
  { questions }: Pick<Asked, 'questions'>,
  { answerTo }: Settled,
): Remembered['words'] {
  const said = questions.flatMap(({ kind, target: { field }, text }) => {
    const answer = kind === 'word' ? answerTo('word', field, text) : undefined
    if (typeof answer !== 'object' || !('means' in answer) || answer.means === '') return []
    return foldWord(answer.means) === foldWord(text)
      ? []
      : { field, word: foldWord(text), means: answer.means }
  })
  const accepted = said.filter(({ word }) => wordSchema.safeParse(word).success).slice(0, WORDS_MAX)
  return Object.fromEntries(
    [...Map.groupBy(accepted, ({ field }) => field)].map(([field, words]) => [
      field,
      Object.fromEntries(words.map(({ word, means }) => [word, means])),
    ]),
  )
}

/** The names that the import adds, which the user noted as new. */
export function newNames({ questions }: Pick<Asked, 'questions'>, { answerTo }: Settled) {
  const places: ImportForm['new_places'] = []
  const names = new Map<string, Set<string>>()
  for (const { kind, target, text } of questions) {
    const { field } = target
    const answer = kind === 'word' ? answerTo('word', field, text) : undefined
    if (typeof answer !== 'object' || !('adds' in answer)) continue
    if (field === 'school') places.push({ school: answer.adds, cluster: answer.cluster ?? '' })
    else if (field === 'cluster') places.push({ cluster: answer.adds })
    else names.set(field, (names.get(field) ?? new Set()).add(answer.adds))
  }
  return { places, names }
}

/** Without headings and words that are too long for the server, such as a remark in place of a heading. */
const acceptedByServer = <Meaning>(said: [string, Meaning][]): [string, Meaning][] =>
  said.filter(([word]) => wordSchema.safeParse(word).success)
