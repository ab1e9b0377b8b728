import { type HistoryState, Link } from '@tanstack/react-router'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { categories, type StudentRow } from '#contract/students/students.ts'
import { IconButton, type RowAction } from '../ui/IconButton.tsx'
import { fieldColumn, type ListColumn, type TableWidth } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { RowIcons, RowMenu } from '../ui/list/RowActions.tsx'
import { refNumber } from './studentRow.ts'
import type { StudentActions } from './studentActions.ts'
import classes from './studentColumns.module.css'
import { StudentPicture } from './files/StudentPicture.tsx'
import { StudentStates, StudentStatusBadge } from './StudentStatusBadge.tsx'

export type ActionsOf = (student: StudentRow) => StudentActions

export const categoryName = ({ category }: StudentRow) => categories[category as keyof typeof categories]

export function studentColumns(actionsOf: ActionsOf, role: number): ListColumn<StudentRow>[] {
  const seesPeople = canSeeLiaisonAndSupporter(role)
  return [
    numberColumn('wide'),
    pictureColumn,
    refColumn,
    fieldColumn('name', 'Name', { cell: (student) => <ProfileLink student={student} /> }),
    fieldColumn('category', 'Category', { under: 'name', cell: categoryName }),
    ...(seesPeople ? [fieldColumn<'liaison', StudentRow>('liaison', 'Liaison')] : []),
    { ...statusColumn('Status'), cell: (student) => <StudentStates student={student} /> },
    ...(seesPeople ? supporterColumns(actionsOf) : []),
    ...actionColumns(actionsOf),
  ]
}

/** In a narrow table removing a supporter is in the menu, because the supporter's column has no room for it. */
function actionColumns(actionsOf: ActionsOf): ListColumn<StudentRow>[] {
  const column = { name: 'actions', header: 'Actions', align: 'right', isScreenOnly: true } as const
  return [
    {
      ...column,
      only: 'wide',
      cell: (student) => {
        const { edit, picture, certificate, status } = actionsOf(student)
        return <RowIcons actions={[edit, picture, certificate, ...(status ? [status] : [])]} />
      },
    },
    {
      ...column,
      only: 'narrow',
      width: 116,
      cell: (student) => {
        const { edit, picture, certificate, status, supporter } = actionsOf(student)
        const removal = student.supporter ? supporter : undefined
        const rest = [status, removal].filter((action) => action !== undefined)
        return <RowMenu name={student.name} actions={[edit, picture, certificate, ...rest]} />
      },
    },
  ]
}

function supporterColumns(actionsOf: ActionsOf): ListColumn<StudentRow>[] {
  const column = (
    only: TableWidth,
    actionOf: (student: StudentRow) => RowAction | undefined,
  ): ListColumn<StudentRow> =>
    fieldColumn('supporter', 'Supporter', {
      only,
      cell: (student) => <SupporterCell student={student} action={actionOf(student)} />,
    })
  return [
    column('wide', (student) => actionsOf(student).supporter),
    column('narrow', (student) => (student.supporter ? undefined : actionsOf(student).supporter)),
  ]
}

export const pictureColumn: ListColumn<Pick<StudentRow, 'id' | 'name' | 'path' | 'status'>> = {
  name: 'image',
  header: 'Image',
  shape: 'photo',
  width: 84,
  cell: (student) => <StudentPicture student={student} />,
}

export const statusColumn = (header: string): ListColumn<Pick<StudentRow, 'status'>> =>
  fieldColumn('status', header, {
    shape: 'badge',
    cell: ({ status }) => <StudentStatusBadge status={status} />,
  })

export const refColumn: ListColumn<{ ref: string }> = {
  name: 'ref',
  header: 'Ref',
  under: 'name',
  cell: ({ ref }) => <span className="el-numbers el-clip">{ref}</span>,
  sortBy: ({ ref }) => refNumber(ref),
}

type ProfileLinkProps = {
  student: Pick<StudentRow, 'id' | 'name'>
  /** The list that contains the link. */
  from?: NonNullable<HistoryState['openedFrom']>
}

/** The lists from which a profile opens at the student's money. */
const ofMoney = new Set(['finance', 'funding', 'payments'])

/** A student's name, which opens their profile. Its back link returns to this list as it was. */
export const ProfileLink = ({ student: { id, name }, from = 'students' }: ProfileLinkProps) => (
  <Link
    to="/dashboard"
    search={{ menu: 'profile', student: id, profile: ofMoney.has(from) ? 'finance' : 'academics' }}
    state={{ openedFrom: from }}
    className={classes.name}
  >
    {name}
  </Link>
)

type SupporterCellProps = { student: StudentRow; action: RowAction | undefined }

/** The supporter with a Remove icon, else a button to add one. */
export function SupporterCell({ student: { supporter }, action }: SupporterCellProps) {
  if (supporter)
    return (
      <div className={classes.supporter}>
        <span className="el-words">{supporter}</span>
        {action && <IconButton {...action} />}
      </div>
    )
  if (!action || action.reason) return <span aria-label="No supporter">–</span>
  const { icon: Icon, word, label, onClick } = action
  return (
    <button type="button" className={classes.add} aria-label={label} onClick={onClick}>
      <Icon size={18} aria-hidden />
      {word}
    </button>
  )
}
