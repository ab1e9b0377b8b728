import type { StudentRow } from '#contract/students.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import type { RowAction } from '../../ui/RowAction.ts'
import { refNumber } from '../../students/studentRow.ts'
import { StudentPicture } from '../../students/StudentPicture.tsx'
import classes from './activityColumns.module.css'

/** Something that can be done with each student, with the heading its icons stand under. */
export type Activity = { name: string; header: string; of: (student: StudentRow) => RowAction }

export const activityColumns = (activities: Activity[]): ListColumn<StudentRow>[] => [
  {
    name: 'image',
    header: 'Image',
    width: 92,
    cell: (student) => <StudentPicture student={student} />,
  },
  { name: 'ref', header: 'Ref', width: 130, cell: ({ ref }) => ref, sortBy: ({ ref }) => refNumber(ref) },
  {
    name: 'name',
    header: 'Name',
    cell: ({ name }) => <span className={classes.name}>{name}</span>,
    sortBy: ({ name }) => name,
  },
  ...activities.map(({ name, header, of }): ListColumn<StudentRow> => ({
    name,
    header,
    align: 'center',
    width: 200,
    cell: (student) => <IconButton {...of(student)} />,
  })),
]
