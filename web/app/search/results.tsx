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
import type { SessionUser } from '#contract/auth.ts'
import { containsAll, fold, searchWords } from '#contract/base/lists.ts'
import { canEditStudents } from '#contract/permissions.ts'
import type { FoundStudent, SearchResults } from '#contract/search.ts'
import { STUDENT_ACTIVE } from '#contract/students/students.ts'
import { StudentPicture } from '../../students/files/StudentPicture.tsx'
import { StudentStatusBadge } from '../../students/StudentStatusBadge.tsx'
import { plural } from '../../ui/plural.ts'
import { UserStatusBadge } from '../../users/userColumns.tsx'
import { type Menu, navMenus, openMenu, settingsMenus } from '../menus.ts'
import { panels } from '../panels.tsx'
import { type StudentAction, actionLabel, type StudentActionName, actionsFor } from './studentActions.ts'

/** Where a result leads. */
export type Target =
  | { to: 'profile'; student: FoundStudent }
  | { to: 'panel'; menu: Menu; search?: string }
  | { to: 'action'; action: StudentAction }
  | { to: 'add student' }

export type Result = {
  key: string
  title: string
  facts: string
  image: ReactNode
  /** At its end, such as a state. */
  badge?: ReactNode
  /** What it opens, beside the key that does. */
  goal?: string
  target: Target
}
export type Group = { name: string; total?: number; results: Result[] }

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
  const words = searchWords(typed)
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
                  results: found.students.rows.map((student) => ofStudent(student)),
                },
                { name: 'Schools', total: found.schools.total, results: found.schools.rows.map(ofSchool) },
                { name: 'Users', total: found.users.total, results: found.users.rows.map(ofUser) },
              ]
            : []),
          {
            name: 'Pages',
            results: pages.filter(({ title, facts }) => containsAll(fold(`${title} ${facts}`), words)),
          },
          { name: 'Actions', results: actionsOfOnly(found, meant, user.role) },
        ]
  return groups.filter(({ results }) => results.length > 0)
}

const meantActions = (found: SearchResults | undefined, meant: readonly StudentActionName[], role: number) =>
  meant.length === 0
    ? []
    : (found?.subjects ?? []).flatMap((student) => actionsFor(student, role, meant)).map(ofAction)

/** If only one student is found, what can be done for that student. */
function actionsOfOnly(
  found: SearchResults | undefined,
  meant: readonly StudentActionName[],
  role: number,
): Result[] {
  const [only] = found?.students.rows ?? []
  return only && found?.students.total === 1 && meant.length === 0 ? actionsFor(only, role).map(ofAction) : []
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

const ofSchool = ({
  id,
  school,
  cluster_name,
  students,
}: SearchResults['schools']['rows'][number]): Result => ({
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
}: SearchResults['users']['rows'][number]): Result => ({
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
  facts: `${action.student.ref}, ${action.student.school}`,
  image: <ResultIcon Icon={actionIcons[action.name]} />,
  target: { to: 'action', action },
})

type Page = Result & { isFirst: boolean }

/** The pages that the user may open. The first ones are those that are not in the bar itself. */
function pagesOf(user: SessionUser): Page[] {
  const inSettings = settingsMenus(user)
  const others = (['missing', 'duplicates', 'letters', 'import', 'requests'] as const).filter(
    (menu) => openMenu(menu, user) === menu && !inSettings.includes(menu),
  )
  const page = (menu: Menu): Page => {
    const { title, heading, Icon } = panels[menu]
    return {
      key: menu,
      title: heading || title,
      facts: inSettings.includes(menu) ? ['Settings', ...(heading ? [title] : [])].join(', ') : '',
      image: <ResultIcon Icon={Icon} />,
      target: { to: 'panel', menu },
      isFirst: menu === 'missing' || menu === 'notification',
    }
  }
  const pages = [...others, ...inSettings, ...navMenus(user.role)].map(page)
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
