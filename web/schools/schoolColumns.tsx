import type { School } from '#contract/schools.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import type { RowAction } from '../ui/RowAction.ts'
import classes from './schoolColumns.module.css'

export type EditOf = (school: School) => RowAction

export const schoolColumns = (editOf: EditOf): ListColumn<School>[] => [
  numberColumn(),
  {
    name: 'school',
    header: 'School',
    width: '45%',
    cell: ({ school }) => <span className={classes.school}>{school}</span>,
    sortBy: ({ school }) => school,
  },
  {
    name: 'cluster_name',
    header: 'Cluster',
    cell: ({ cluster_name }) => cluster_name,
    sortBy: ({ cluster_name }) => cluster_name,
  },
  {
    name: 'edit',
    header: 'Edit',
    align: 'center',
    width: 100,
    cell: (school) => <IconButton {...editOf(school)} />,
  },
]
