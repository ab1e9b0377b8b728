import type { ClusterRow } from '#contract/reports.ts'
import type { ListColumn } from '../ui/list/ListColumn.ts'
import { numberColumn } from '../ui/list/numberColumn.tsx'
import { refNumber } from '../students/studentRow.ts'
import { StudentPicture } from '../students/StudentPicture.tsx'
import { StudentStatusBadge } from '../students/StudentStatusBadge.tsx'
import classes from './reportColumns.module.css'

export const clusterColumns: ListColumn<ClusterRow>[] = [
  numberColumn(),
  { name: 'image', header: 'Image', width: 84, cell: (student) => <StudentPicture student={student} /> },
  {
    name: 'ref',
    header: 'Ref',
    cell: ({ ref }) => <span className={classes.ref}>{ref}</span>,
    sortBy: ({ ref }) => refNumber(ref),
  },
  {
    name: 'name',
    header: 'Student Name',
    cell: ({ name }) => <span className={classes.name}>{name}</span>,
    sortBy: ({ name }) => name,
  },
  {
    name: 'school',
    header: 'Current School',
    cell: ({ school }) => school,
    sortBy: ({ school }) => school,
  },
  {
    name: 'cluster_name',
    header: 'Cluster',
    cell: ({ cluster_name }) => cluster_name,
    sortBy: ({ cluster_name }) => cluster_name,
  },
  {
    name: 'liaison',
    header: 'Liaison Officer',
    cell: ({ liaison }) => liaison,
    sortBy: ({ liaison }) => liaison,
  },
  {
    name: 'status',
    header: 'Student Status',
    cell: ({ status }) => <StudentStatusBadge status={status} />,
    sortBy: ({ status }) => status,
  },
]
