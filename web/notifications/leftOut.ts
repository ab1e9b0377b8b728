import {
  type LeftOutKind,
  leftOutKinds,
  type NotificationPreview,
  type NotificationTime,
} from '#contract/notifications.ts'
import {
  canSeeConsents,
  canSeeLiaisonAndSupporter,
  canSeeUsers,
  canSetSupporter,
} from '#contract/permissions.ts'

export type LeftOut = NotificationPreview['left_out']

type Reason = {
  /** Of several students, after their number: `22 without a supporter`. */
  short: string
  /** After the number of its subjects, for one and for several. */
  words: [one: string, many: string]
  /** What removes the reason, and the page for it. */
  fix: string
  mayFix: (role: number) => boolean
  search: (time: NotificationTime, students: LeftOut) => Record<string, string | number>
}

/** Why approved records are not sent. */
export const leftOutReasons: Record<LeftOutKind, Reason> = {
  noSupporter: {
    short: 'without a supporter',
    words: ['student has no supporter', 'students have no supporter'],
    fix: 'Add supporters',
    mayFix: canSetSupporter,
    search: ({ year_id, term_id }) => ({ menu: 'students', unsent_year: year_id, unsent_term: term_id }),
  },
  disabled: {
    short: 'with a disabled supporter',
    words: ['supporter’s account is disabled', 'supporters’ accounts are disabled'],
    fix: 'Open accounts',
    mayFix: canSeeUsers,
    search: (_time, students) => {
      const [first, ...others] = supportersOf(students)
      return { menu: 'users', ...(first && others.length === 0 ? { search: first } : { sort: 'status' }) }
    },
  },
  restricted: {
    short: 'with a restricted record',
    words: ['student’s record is restricted', 'students’ records are restricted'],
    fix: 'See them',
    mayFix: canSeeLiaisonAndSupporter,
    search: () => ({ menu: 'students', restricted: '1' }),
  },
  notShared: {
    short: 'not shared with supporters',
    words: ['student’s family does not share progress', 'students’ families do not share progress'],
    fix: 'Open consents',
    mayFix: canSeeConsents,
    search: () => ({ menu: 'consents', consent: 'some_refused' }),
  },
}

/** The addresses of the supporters of these students. */
const supportersOf = (students: LeftOut) => [
  ...new Set(students.flatMap(({ supporter_email }) => supporter_email ?? [])),
]

/** The students by reason, the largest group first. */
export const byReason = (left_out: LeftOut) =>
  leftOutKinds
    .map((reason) => ({ reason, students: left_out.filter((student) => student.reason === reason) }))
    .filter(({ students }) => students.length > 0)
    .toSorted((a, b) => b.students.length - a.students.length)

/** `3 supporters’ accounts are disabled`: what the reason is about, counted. */
export function reasonText(reason: LeftOutKind, students: LeftOut): string {
  const count = countOf(reason, students)
  return `${count} ${wordsOf(reason, count)}`
}

export const countOf = (reason: LeftOutKind, students: LeftOut) =>
  reason === 'disabled' ? supportersOf(students).length : students.length

export const wordsOf = (reason: LeftOutKind, count: number) =>
  leftOutReasons[reason].words[count === 1 ? 0 : 1]
