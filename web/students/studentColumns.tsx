import { Link } from '@tanstack/react-router'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { categories, type StudentRow } from '#contract/students.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import { refNumber } from './studentRow.ts'
import type { StudentActions } from './studentActions.ts'
import classes from './studentColumns.module.css'
import { StudentPicture } from './StudentPicture.tsx'
import { StudentStatusBadge } from './StudentStatusBadge.tsx'

export type ActionsOf = (student: StudentRow) => StudentActions

export const categoryName = ({ category }: StudentRow) => categories[category as keyof typeof categories]

export function studentColumns(actionsOf: ActionsOf, role: number): ListColumn<StudentRow>[] {
  const seesPeople = canSeeLiaisonAndSupporter(role)
  return [
    numberColumn(),
    pictureColumn,
    refColumn,
    {
      name: 'name',
      header: 'Name',
      cell: (student) => <ProfileLink student={student} />,
      sortBy: ({ name }) => name,
    },
    { name: 'category', header: 'Category', cell: categoryName, sortBy: ({ category }) => category },
    ...(seesPeople ? [liaisonColumn] : []),
    {
      name: 'status',
      header: 'Status',
      cell: ({ status }) => <StudentStatusBadge status={status} />,
      sortBy: ({ status }) => status,
    },
    ...(seesPeople ? [supporterColumn(actionsOf)] : []),
    {
      name: 'actions',
      isScreenOnly: true,
      header: 'Actions',
      align: 'right',
      cell: (student) => {
        const { edit, picture, certificate, status } = actionsOf(student)
        return (
          <div className={classes.actions}>
            <IconButton {...edit} />
            <IconButton {...picture} />
            <IconButton {...certificate} />
            {status && <IconButton {...status} />}
          </div>
        )
      },
    },
  ]
}

const liaisonColumn: ListColumn<StudentRow> = {
  name: 'liaison',
  header: 'Liaison',
  cell: (student) => student.liaison,
  sortBy: (student) => student.liaison,
}

const supporterColumn = (actionsOf: ActionsOf): ListColumn<StudentRow> => ({
  name: 'supporter',
  header: 'Supporter',
  cell: (student) => <SupporterCell student={student} action={actionsOf(student).supporter} />,
  sortBy: (student) => student.supporter,
})

export const pictureColumn: ListColumn<Pick<StudentRow, 'id' | 'name' | 'path' | 'status'>> = {
  name: 'image',
  header: 'Image',
  width: 84,
  cell: (student) => <StudentPicture student={student} />,
}

export const refColumn: ListColumn<{ ref: string }> = {
  name: 'ref',
  header: 'Ref',
  cell: ({ ref }) => <span className={classes.ref}>{ref}</span>,
  sortBy: ({ ref }) => refNumber(ref),
}

/** A student's name, which opens their profile. The way back from there leads to this list as it was. */
export const ProfileLink = ({ student: { id, name } }: { student: StudentRow }) => (
  <Link
    to="/dashboard"
    search={{ menu: 'profile', student: id, profile: 'academics' }}
    state={{ openedFrom: 'students' }}
    className={classes.name}
  >
    {name}
  </Link>
)

type SupporterCellProps = { student: StudentRow; action: RowAction | undefined }

/** The supporter with the icon that removes them, else a button to add one. */
export function SupporterCell({ student: { supporter }, action }: SupporterCellProps) {
  if (supporter)
    return (
      <div className={classes.supporter}>
        <span className={classes.supporterName}>{supporter}</span>
        {action && <IconButton {...action} />}
      </div>
    )
  if (!action || action.reason) return <span aria-label="No supporter">–</span>
  const { icon: Icon, word, label, onClick } = action
  return (
    <button type="button" className={classes.add} aria-label={label} onClick={onClick}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {word}
    </button>
  )
}
