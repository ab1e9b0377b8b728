import { categories, type StudentRow } from '#contract/students.ts'
import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { StudentPicture } from './StudentPicture.tsx'
import { StudentStatusBadge } from './StudentStatusBadge.tsx'
import { refNumber } from './refNumber.ts'
import { ProfileLink } from './ProfileLink.tsx'
import type { StudentActions } from './studentActions.ts'
import classes from './studentColumns.module.css'
import { SupporterCell } from './SupporterCell.tsx'

export type ActionsOf = (student: StudentRow) => StudentActions

export const categoryName = ({ category }: StudentRow) => categories[category as keyof typeof categories]

export function studentColumns(actionsOf: ActionsOf, role: number): ListColumn<StudentRow>[] {
  const seesPeople = canSeeLiaisonAndSupporter(role)
  return [
    numberColumn(),
    {
      name: 'image',
      header: 'Image',
      width: 84,
      cell: (student) => <StudentPicture student={student} />,
    },
    {
      name: 'ref',
      header: 'Ref',
      cell: ({ ref }) => <span className={classes.ref}>{ref}</span>,
      sortBy: ({ ref }) => refNumber(ref),
    },
    {
      name: 'name',
      header: 'Name',
      cell: (student) => <ProfileLink student={student} />,
      sortBy: ({ name }) => name,
    },
    { name: 'category', header: 'Category', cell: categoryName, sortBy: ({ category }) => category },
    ...(seesPeople ? [liaison] : []),
    {
      name: 'status',
      header: 'Status',
      cell: ({ status }) => <StudentStatusBadge status={status} />,
      sortBy: ({ status }) => status,
    },
    ...(seesPeople ? [supporter(actionsOf)] : []),
    {
      name: 'actions',
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

const liaison: ListColumn<StudentRow> = {
  name: 'liaison',
  header: 'Liaison',
  cell: (student) => student.liaison,
  sortBy: (student) => student.liaison,
}

const supporter = (actionsOf: ActionsOf): ListColumn<StudentRow> => ({
  name: 'supporter',
  header: 'Supporter',
  cell: (student) => <SupporterCell student={student} action={actionsOf(student).supporter} />,
  sortBy: (student) => student.supporter,
})
