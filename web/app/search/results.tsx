import {
  IconFilePlus,
  IconPencil,
  IconPhoto,
  IconReceipt,
  IconSchool,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SessionUser } from '#contract/identity/auth.ts'
import { formatDay } from '#contract/base/days.ts'
import { canEditStudents } from '#contract/permissions.ts'
import type { FoundStudent, SearchResults, StudentResult } from '#contract/search.ts'
import { matchedWords, matchWords, ranks } from '#contract/searchMatch.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { StudentStatusBadge } from '../../students/StudentStatusBadge.tsx'
import { plural } from '../../ui/plural.ts'
import { UserStatusBadge } from '../../users/userColumns.tsx'
import { menuOver, navItem, navMenus, openMenu, settingsMenus, tabsBeside } from '../menus.ts'
import { type Menu, panels } from '../panels.ts'
import {
  type StudentAction,
  actionFacts,
  actionLabel,
  type StudentActionName,
  actionsFor,
} from './studentActions.ts'

/** The screen, form or list that a result opens. */
export type Target =
  | { to: 'profile'; student: FoundStudent }
  | { to: 'panel'; menu: Menu; search?: string }
  | { to: 'action'; action: StudentAction }
  | { to: 'add student' }

export type Result = {
  key: string
  title: string
  facts: string
  /** A second line, if others have the same title. */
  moreFacts?: string
  image: ReactNode
  /** Shown at the end of the result, such as a state. */
  badge?: ReactNode
  /** What Enter opens, shown beside the key; by default 'Open'. */
  goal?: string
  target: Target
  /** Whether the typed text matches only inside words, not at their beginnings. */
  isInside?: boolean
  /** How many found students have this name; null if the number is not known. Enter alone opens it only if it is one. */
  namesakes?: number | null
}
export type Group = {
  name: string
  total?: number
  isInside?: boolean
  /** Whether the names are only spelt like the typed words. */
  isSimilar?: boolean
  results: Result[]
}

type Options = {
  user: SessionUser
  /** What was typed; nothing is found for it yet while `found` is undefined. */
  typed: string
  found: SearchResults | undefined
  meant: readonly StudentActionName[]
  opened: FoundStudent[]
}

/** The groups of results, without the empty ones. */
export function groupsOf({ user, typed, found, meant, opened }: Options): Group[] {
  const words = matchedWords(typed)
  const pages = pagesOf(user)
  const groups: Group[] =
    words.length === 0
      ? [
          { name: 'Opened last', results: opened.map((student) => ofStudent(student, 'opened')) },
          { name: 'Pages', results: pages.filter(({ isSuggested }) => isSuggested) },
        ]
      : [
          { name: 'Actions', results: meantActions(found, meant, user.role) },
          ...(found
            ? [
                {
                  name: 'Students',
                  total: found.students.total,
                  results: found.students.rows.map((student) => ofFound(student, words)),
                },
                { name: 'Schools', total: found.schools.total, results: found.schools.rows.map(ofSchool) },
                { name: 'Users', total: found.users.total, results: found.users.rows.map(ofUser) },
              ]
            : []),
          { name: 'Pages', results: pages.flatMap((page) => matching(page, words)) },
          { name: 'Actions', results: actionsOfSingle(found, meant, user.role) },
        ]
  const filled = withInside(groups, typed).filter(({ results }) => results.length > 0)
  const similar = found?.similar ?? []
  if (filled.length > 0 || similar.length === 0) return filled
  return [
    { name: 'Similar names', isSimilar: true, results: similar.map((student) => ofFound(student, words)) },
  ]
}

/** Moves results that match only inside a word to the end. */
function withInside(groups: Group[], typed: string): Group[] {
  const inside = groups.flatMap(({ results }) => results.filter(({ isInside }) => isInside))
  const others = groups.map(({ name: title, total, results }): Group => {
    const atBeginning = results.filter(({ isInside }) => !isInside)
    // The server lists those that match only inside a word last.
    return {
      name: title,
      total: atBeginning.length < results.length ? atBeginning.length : total,
      results: atBeginning,
    }
  })
  const name = others.some(({ results }) => results.length > 0)
    ? 'Letters inside a word'
    : `No name begins with “${typed.trim()}”. Letters inside a word:`
  return [...others, { name, isInside: true, results: inside }]
}

function matching(page: Page, words: string[]): Page[] {
  const match = matchWords({ name: page.title, numbers: [page.facts] }, words)
  return match ? [{ ...page, isInside: match.rank === ranks.INSIDE }] : []
}

/** Whether several found students have the name. */
export const isAmbiguous = ({ namesakes = 1 }: Partial<Result> = {}) => namesakes !== 1

/** What Enter opens before a result is chosen: the first one, unless it is ambiguous. */
export function bestOf(groups: Group[]): Result | undefined {
  const [group] = groups
  const first = group?.results[0]
  return group?.isSimilar || first?.isInside || isAmbiguous(first) ? undefined : first
}

const meantActions = (found: SearchResults | undefined, meant: readonly StudentActionName[], role: number) =>
  meant.length === 0
    ? []
    : (found?.subjects ?? []).flatMap((student) =>
        actionsFor(student, role, meant).map((action) => Object.assign(ofAction(action), certainty(student))),
      )

/** The actions for the found student, if there is only one. */
function actionsOfSingle(
  found: SearchResults | undefined,
  meant: readonly StudentActionName[],
  role: number,
): Result[] {
  const [only] = found?.students.rows ?? []
  return only && !only.is_inside && found?.students.total === 1 && meant.length === 0
    ? actionsFor(only, role).map(ofAction)
    : []
}

const ofStudent = (student: FoundStudent, from = 'student'): Result => ({
  key: `${from} ${student.id}`,
  title: student.name,
  facts: `${student.ref}, ${student.school}`,
  image: <StudentPicture student={student} />,
  badge: student.status !== STUDENT_ACTIVE && <StudentStatusBadge status={student.status} />,
  goal: 'Profile',
  target: { to: 'profile', student },
})

const certainty = ({ is_inside, namesakes }: StudentResult) => ({ isInside: is_inside, namesakes })

/**
 * With the class before the school, and the liaison officer if the words name them; for students with the same name, also facts
 * that distinguish them.
 */
function ofFound(student: StudentResult, words: string[]): Result {
  const { ref, dob, liaison, school } = student
  const place = [student.class, school]
  const more = [ref, dob && `born ${formatDay(dob)}`, liaison]
  const hasNamesake = student.namesakes !== 1
  const line = (texts: (string | null)[]) => texts.filter(Boolean).join(', ')
  const isFoundBy = (others: (string | null)[]) =>
    matchWords({ name: student.name, numbers: [ref], others: [line(others)] }, words) !== undefined
  const by = !isFoundBy(place) && isFoundBy([...place, liaison]) ? [liaison] : []
  return {
    ...ofStudent(student),
    ...certainty(student),
    facts: line(hasNamesake ? place : [ref, ...place, ...by]),
    ...(hasNamesake && { moreFacts: line(more) }),
  }
}

const ofSchool = ({
  id,
  school,
  cluster_name,
  students,
  is_inside,
}: SearchResults['schools']['rows'][number]): Result => ({
  isInside: is_inside,
  key: `school ${id}`,
  title: school,
  facts: `${cluster_name} cluster, ${plural(students, 'student')}`,
  image: <ResultIcon Icon={IconSchool} />,
  target: { to: 'panel', menu: 'schools', search: school },
})

const ofUser = ({
  id,
  name,
  email,
  role,
  status,
  students,
  is_inside,
}: SearchResults['users']['rows'][number]): Result => ({
  isInside: is_inside,
  key: `user ${id}`,
  title: name,
  facts: [role, ...(students ? [plural(students, 'student')] : [])].join(', '),
  image: <ResultIcon Icon={IconUser} />,
  badge: <UserStatusBadge status={status} />,
  target: { to: 'panel', menu: 'users', search: email },
})

const actionIcons = { report: IconFilePlus, receipt: IconReceipt, edit: IconPencil, gallery: IconPhoto }

const ofAction = (action: StudentAction): Result => ({
  key: `${action.name} ${action.student.id}`,
  title: actionLabel(action),
  facts: actionFacts(action),
  image: <ResultIcon Icon={actionIcons[action.name]} />,
  target: { to: 'action', action },
})

type Page = Result & { isSuggested: boolean }

/** The pages that the user may open. Suggested ones are shown before anything is typed. */
function pagesOf(user: SessionUser): Page[] {
  const inSettings = settingsMenus(user).flatMap(({ menus }) => menus)
  const inBar = navMenus(user)
  const tabs = inSettings.flatMap((menu) => tabsBeside(menu, user)?.menus ?? [menu])
  const barTabs = inBar.flatMap((menu) => tabsBeside(menu, user)?.menus ?? [menu])
  const others = (['missing', 'duplicates', 'letters', 'import', 'requests'] as const).filter(
    (menu) => openMenu(menu, user) === menu && !tabs.includes(menu),
  )
  /** The items of the navigation that lead to a page. */
  const placeOf = (menu: Menu): string[] => {
    const over = menuOver({ menu })
    const item = inSettings.find((each) => each === over)
    if (item) return ['Settings', navItem(item, user).title]
    return barTabs.includes(menu)
      ? inBar.filter((each) => each === over).map((each) => panels[each].title)
      : []
  }
  const page = (menu: Menu): Page => {
    const { title, heading, Icon } = panels[menu]
    const name = heading || title
    return {
      key: menu,
      title: name,
      facts: placeOf(menu)
        .filter((fact) => fact !== name)
        .join(', '),
      image: <ResultIcon Icon={Icon} />,
      target: { to: 'panel', menu },
      isSuggested: menu === 'missing' || menu === 'notification',
    }
  }
  const pages = [...others, ...tabs, ...barTabs].map(page)
  if (!canEditStudents(user.role)) return pages
  return [
    ...pages,
    {
      key: 'add student',
      title: 'Add New Student',
      facts: 'Students',
      image: <ResultIcon Icon={IconUserPlus} />,
      target: { to: 'add student' },
      isSuggested: true,
    },
  ]
}

const ResultIcon = ({ Icon }: { Icon: TablerIcon }) => (
  <span className="el-centre" data-icon>
    <Icon size={20} aria-hidden />
  </span>
)
