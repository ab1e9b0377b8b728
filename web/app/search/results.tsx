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
  /** What it opens, beside the key that does; 'Open' if it is not said. */
  goal?: string
  target: Target
  /** Whether the typed text matches only inside words, not at their beginnings. */
  isInside?: boolean
  /** How many students that were found have this name; null if several. Unless it is one, Enter alone does not open it. */
  namesakes?: number | null
}
export type Group = {
  name: string
  total?: number
  isInside?: boolean
  /** Whether the names are only spelt nearly as the words. */
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
          { name: 'Pages', results: pages.filter(({ isFirst }) => isFirst) },
        ]
      : [
          { name: 'Actions', results: meantActions(found, meant, user.role) },
          ...(found
            ? [
                {
                  name: 'Students',
                  total: found.students.total,
                  results: found.students.rows.map((student) => ofFound(student)),
                },
                { name: 'Schools', total: found.schools.total, results: found.schools.rows.map(ofSchool) },
                { name: 'Users', total: found.users.total, results: found.users.rows.map(ofUser) },
              ]
            : []),
          { name: 'Pages', results: pages.flatMap((page) => matching(page, words)) },
          { name: 'Actions', results: actionsOfOnly(found, meant, user.role) },
        ]
  const filled = withInside(groups, typed).filter(({ results }) => results.length > 0)
  const similar = found?.similar ?? []
  if (filled.length > 0 || similar.length === 0) return filled
  return [{ name: 'Similar names', isSimilar: true, results: similar.map((student) => ofFound(student)) }]
}

/** Moves what only matches inside a word to the end. */
function withInside(groups: Group[], typed: string): Group[] {
  const inside = groups.flatMap(({ results }) => results.filter(({ isInside }) => isInside))
  const others = groups.map(({ name: title, total, results }): Group => {
    const begun = results.filter(({ isInside }) => !isInside)
    // The server lists those that match only inside a word last.
    return { name: title, total: begun.length < results.length ? begun.length : total, results: begun }
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

/** Whether several students that were found have the name. */
export const isAmbiguous = ({ namesakes = 1 }: Partial<Result> = {}) => namesakes !== 1

/** What Enter opens before a result is chosen: the first one, if it is certain whom it is about. */
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

/** If only one student is found, what can be done for that student. */
function actionsOfOnly(
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

/** With the class before the school; of students with the same name, also what tells them apart. */
function ofFound(student: StudentResult): Result {
  const { ref, dob, liaison, school } = student
  const place = [student.class, school]
  const more = [ref, dob && `born ${formatDay(dob)}`, liaison]
  const hasNamesake = student.namesakes !== 1
  const line = (texts: (string | null)[]) => texts.filter(Boolean).join(', ')
  return {
    ...ofStudent(student),
    ...certainty(student),
    facts: line(hasNamesake ? place : [ref, ...place]),
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

type Page = Result & { isFirst: boolean }

/** The pages that the user may open. The first ones are those that are not in the bar itself. */
function pagesOf(user: SessionUser): Page[] {
  const inSettings = settingsMenus(user).flatMap(({ menus }) => menus)
  const tabs = inSettings.flatMap((menu) => tabsBeside(menu, user)?.menus ?? [menu])
  const others = (['missing', 'duplicates', 'letters', 'import', 'requests'] as const).filter(
    (menu) => openMenu(menu, user) === menu && !tabs.includes(menu),
  )
  const page = (menu: Menu): Page => {
    const { title, heading, Icon } = panels[menu]
    const over = inSettings.find((item) => item === menuOver({ menu }))
    const name = heading || title
    return {
      key: menu,
      title: name,
      facts: over ? ['Settings', navItem(over, user).title].filter((fact) => fact !== name).join(', ') : '',
      image: <ResultIcon Icon={Icon} />,
      target: { to: 'panel', menu },
      isFirst: menu === 'missing' || menu === 'notification',
    }
  }
  const pages = [...others, ...tabs, ...navMenus(user)].map(page)
  if (!canEditStudents(user.role)) return pages
  return [
    ...pages,
    {
      key: 'add student',
      title: 'Add New Student',
      facts: 'Students',
      image: <ResultIcon Icon={IconUserPlus} />,
      target: { to: 'add student' },
      isFirst: true,
    },
  ]
}

const ResultIcon = ({ Icon }: { Icon: TablerIcon }) => (
  <span className="el-centre" data-icon>
    <Icon size={20} aria-hidden />
  </span>
)
