import { searchWords } from '#contract/base/lists.ts'
import { canEditReceipts, canEditReportCards, canEditStudents } from '#contract/permissions.ts'
import type { FoundStudent } from '#contract/search.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'

/** What the search can start for a student. `words`: what is typed for it. */
const deeds = {
  report: {
    words: ['add', 'report', 'card', 'for'],
    label: (name: string) => `Add report card for ${name}`,
    may: canEditReportCards,
  },
  receipt: {
    words: ['add', 'receipt', 'for'],
    label: (name: string) => `Add receipt for ${name}`,
    may: canEditReceipts,
  },
  edit: { words: ['edit'], label: (name: string) => `Edit ${name}`, may: canEditStudents },
  gallery: { words: ['gallery', 'of'], label: (name: string) => `Gallery of ${name}`, may: () => true },
}
export type DeedName = keyof typeof deeds
export type Deed = { name: DeedName; student: FoundStudent }

const everyDeed = Object.keys(deeds) as DeedName[]

export const deedLabel = ({ name, student }: Deed) => deeds[name].label(student.name)

/** The deeds that a user may do for a student: only galleries also for those who have left. */
export const deedsFor = (
  student: FoundStudent,
  role: number,
  among: readonly DeedName[] = everyDeed,
): Deed[] =>
  among
    .filter((name) => deeds[name].may(role) && (name === 'gallery' || student.status === STUDENT_ACTIVE))
    .map((name) => ({ name, student }))

/** A shorter beginning of a word could be a name as well. */
const SHORTEST = 3

type Meant = { names: DeedName[]; student: string }

/**
 * The deeds that a search names, as in `add rec achieng`, and the student's words. Those count that explain most
 * words. None without a student.
 */
export function deedsMeant(typed: string): Meant {
  const words = searchWords(typed)
  const rests = everyDeed.map((name) => {
    const own = deeds[name].words
    const rest = words.filter((word) => !own.some((known) => known === word || startsLong(known, word)))
    return { name, student: rest.join(' '), explained: words.length - rest.length }
  })
  const most = Math.max(...rests.map(({ explained }) => explained))
  const best = rests.find(({ explained }) => explained === most)
  if (most === 0 || !best?.student || !words.some((word) => isVerb(word))) return { names: [], student: '' }
  const alike = rests.filter(({ explained, student }) => explained === most && student === best.student)
  return { names: alike.map(({ name }) => name), student: best.student }
}

const startsLong = (known: string, word: string) => word.length >= SHORTEST && known.startsWith(word)

/** `for` and `of` alone name nothing. */
const isVerb = (word: string) =>
  everyDeed.some((name) =>
    deeds[name].words.some(
      (known) => known.length > SHORTEST - 1 && known !== 'for' && startsLong(known, word),
    ),
  )
