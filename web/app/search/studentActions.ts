import { searchWords } from '#contract/base/lists.ts'
import { canEditReceipts, canEditReportCards, canEditStudents } from '#contract/permissions.ts'
import type { FoundStudent } from '#contract/search.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'

/** The actions that the search can start for a student. `words` are those that users type for it. */
const actions = {
  report: {
    words: ['add', 'report', 'card', 'for'],
    label: 'Add report card',
    preposition: 'for',
    may: canEditReportCards,
  },
  receipt: {
    words: ['add', 'receipt', 'for'],
    label: 'Add receipt',
    preposition: 'for',
    may: canEditReceipts,
  },
  edit: { words: ['edit'], label: 'Edit', preposition: '', may: canEditStudents },
  gallery: { words: ['gallery', 'of'], label: 'Gallery', preposition: 'of', may: () => true },
}
export type StudentActionName = keyof typeof actions
export type StudentAction = { name: StudentActionName; student: FoundStudent }

const everyAction = Object.keys(actions) as StudentActionName[]

export const actionLabel = ({ name }: StudentAction) => actions[name].label

/** For whom, such as `for Achieng Ouma, EL-0001`. */
export const actionFacts = ({ name, student }: StudentAction) =>
  `${actions[name].preposition} ${student.name}, ${student.ref}`.trim()

/** The actions that a user may do for a student. For a student who has left, that is only the gallery. */
export const actionsFor = (
  student: FoundStudent,
  role: number,
  among: readonly StudentActionName[] = everyAction,
): StudentAction[] =>
  among
    .filter((name) => actions[name].may(role) && (name === 'gallery' || student.status === STUDENT_ACTIVE))
    .map((name) => ({ name, student }))

/** A shorter beginning of a word could also begin a name. */
const SHORTEST = 3

type Meant = { names: StudentActionName[]; student: string }

/**
 * The actions that a search names, and the words that remain for the student, as in `add rec achieng`: the actions with the
 * most of the words. None without a word for a student.
 */
export function actionsMeant(typed: string): Meant {
  const words = searchWords(typed)
  const rests = everyAction.map((name) => {
    const own = actions[name].words
    const rest = words.filter((word) => !own.some((known) => known === word || isBeginning(known, word)))
    return { name, student: rest.join(' '), explained: words.length - rest.length }
  })
  const most = Math.max(...rests.map(({ explained }) => explained))
  const best = rests.find(({ explained }) => explained === most)
  if (most === 0 || !best?.student || !words.some((word) => namesAction(word)))
    return { names: [], student: '' }
  const alike = rests.filter(({ explained, student }) => explained === most && student === best.student)
  return { names: alike.map(({ name }) => name), student: best.student }
}

const isBeginning = (known: string, word: string) => word.length >= SHORTEST && known.startsWith(word)

/** Whether a word is a long enough beginning of an action's word. `for` names no action. */
const namesAction = (word: string) =>
  everyAction.some((name) =>
    actions[name].words.some(
      (known) => known.length > SHORTEST - 1 && known !== 'for' && isBeginning(known, word),
    ),
  )
