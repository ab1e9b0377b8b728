import type { DuplicatePair, LikeStudent } from '#contract/duplicates.ts'
import { fold } from '#contract/lists.ts'
import { BackLink } from '../../ui/BackLink.tsx'
import { formatDay } from '../../ui/formatDate.ts'
import { DataList } from '../../ui/list/DataList.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import type { ListSource } from '../../ui/list/ListSource.ts'
import { numberColumn } from '../../ui/list/numberColumn.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ProfileLink } from '../studentColumns.tsx'
import classes from './duplicates.module.css'
import { LikeStudentFacts } from './LikeStudentFacts.tsx'

/** Students who may be one child, side by side, to be looked through. */
export const DuplicatesPanel = () => (
  <>
    <BackLink to="/dashboard" search={{ menu: 'students' }}>
      Back to Students
    </BackLink>
    <PageHead
      title="Possible duplicates"
      subtitle="Pairs of nearly the same name and date of birth, to be looked through. Nothing is changed here."
    />
    <DataList
      source={duplicatesList}
      columns={columns}
      card={pairCard}
      noun="possible duplicates"
      searchLabel="Search by name or ref"
      noMatchHint="Check the spelling, or search by ref."
      emptyHint="Two students stand here once they have nearly the same name and date of birth."
    />
  </>
)

const duplicatesList: ListSource<DuplicatePair> = {
  call: 'GET /api/students/duplicates',
  rowKey: ({ first, second }) => `${first.id} ${second.id}`,
  searchText: ({ first, second }) => fold([first.name, first.ref, second.name, second.ref].join('\n')),
}

const Side = ({ student }: { student: LikeStudent }) => (
  <LikeStudentFacts
    student={student}
    name={<ProfileLink student={student} from="duplicates" />}
    born={`Born ${formatDay(student.dob)}`}
  />
)

const columns: ListColumn<DuplicatePair>[] = [
  numberColumn('wide'),
  { name: 'first', header: 'Student', shape: 'photo', cell: ({ first }) => <Side student={first} /> },
  {
    name: 'second',
    header: 'May be the same child as',
    shape: 'photo',
    cell: ({ second }) => <Side student={second} />,
  },
]

const pairCard = ({ first, second }: DuplicatePair) => (
  <article className={classes.card}>
    <Side student={first} />
    <p className={classes.between}>May be the same child as</p>
    <Side student={second} />
  </article>
)
