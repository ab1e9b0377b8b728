import { Group, VisuallyHidden } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ListColumn } from '../../../ui/list/ListColumn.ts'
import { ListTable } from '../../../ui/list/ListTable.tsx'
import { useMore } from '../../../ui/list/useMore.tsx'
import { plural } from '../../../ui/plural.ts'
import { StatusBadge, StatusMark } from '../../../ui/StatusBadge.tsx'
import { useAddressChange } from '../../../ui/useAddressChange.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { readConsentsAddress } from '../consentsAddress.ts'
import { studentBadges } from '../consentBadges.ts'
import type { Counts } from './ConsentSums.tsx'
import classes from './page.module.css'

type School = Counts['schools'][number]

/** The schools at first. */
const FIRST = 11

const states = ['full', 'some_refused', 'ended', 'not_recorded', 'ends_soon'] as const

type BySchoolProps = { counts: Counts; onPrint: (school: number) => void }

/** How many students of each school have which state. A school's name shows only its students. */
export function BySchool({ counts: { all, schools }, onPrint }: BySchoolProps) {
  const isPhone = useIsPhone()
  const { school: chosen } = readConsentsAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  const columns = useMemo(
    () => columnsFor(chosen, (school) => change({ school }), onPrint),
    [chosen, change, onPrint],
  )
  const [shown, more] = useMore(schools, { first: FIRST, allWords: `Show all ${schools.length} schools` })
  return (
    <section className={`el-card el-frame ${classes.schools}`} aria-labelledby="by-school">
      <header className={classes.head}>
        <h2 id="by-school" className="el-h2">
          By school
        </h2>
        <p className="el-ui el-ink-2">
          {plural(schools.length, 'school')}, {plural(all.students, 'student')}
        </p>
      </header>
      {isPhone ? (
        <ul>
          {shown.map((school) => (
            <li key={school.school_id} className={`el-line ${classes.school}`}>
              <div>
                <SchoolButton school={school} chosen={chosen} onChoose={(id) => change({ school: id })} />
                <p className="el-sm el-ink-2 el-numbers">
                  {school.full} of {school.students} full
                </p>
                <Group gap={6} mt={7}>
                  {states
                    .slice(1)
                    .map(
                      (state) =>
                        school[state] > 0 && (
                          <StatusBadge
                            key={state}
                            {...studentBadges[state]}
                            word={`${studentBadges[state].word} ${school[state]}`}
                          />
                        ),
                    )}
                </Group>
              </div>
              <IconButton {...printOf(school, onPrint)} />
            </li>
          ))}
        </ul>
      ) : (
        <ListTable
          label="By school"
          columns={columns}
          rows={shown}
          rowKey={({ school_id }) => school_id}
          foot={<Sums all={all} />}
        />
      )}
      {more}
    </section>
  )
}

const printOf = ({ school, school_id }: School, onPrint: BySchoolProps['onPrint']) => ({
  icon: IconPrinter,
  label: `Print forms for ${school}`,
  onClick: () => onPrint(school_id),
})

type SchoolButtonProps = {
  school: School
  chosen: number | undefined
  onChoose: (id: string | undefined) => void
}

const SchoolButton = ({ school: { school, school_id }, chosen, onChoose }: SchoolButtonProps) => (
  <button
    type="button"
    className={`el-link ${classes.name}`}
    aria-pressed={school_id === chosen}
    onClick={() => onChoose(school_id === chosen ? undefined : String(school_id))}
  >
    {school}
  </button>
)

const columnsFor = (
  chosen: number | undefined,
  onChoose: SchoolButtonProps['onChoose'],
  onPrint: BySchoolProps['onPrint'],
): ListColumn<School>[] => [
  {
    name: 'school',
    header: 'School',
    cell: (school) => <SchoolButton school={school} chosen={chosen} onChoose={onChoose} />,
  },
  { name: 'students', header: 'Students', align: 'right', cell: ({ students }) => students },
  ...states.map((state): ListColumn<School> => {
    const { word, ...mark } = studentBadges[state]
    return {
      name: state,
      align: 'right',
      ...(state === 'ends_soon' && { group: '' }),
      header: (
        <span className={classes.mark}>
          <StatusMark {...mark} />
          {word}
        </span>
      ),
      cell: (school) => <Count of={school[state]} />,
    }
  }),
  {
    name: 'print',
    header: <VisuallyHidden>Print</VisuallyHidden>,
    width: 52,
    group: '',
    isScreenOnly: true,
    cell: (school) => <IconButton {...printOf(school, onPrint)} />,
  },
]

const Count = ({ of }: { of: number }) => (of === 0 ? <span className="el-ink-3">0</span> : of)

const Sums = ({ all }: Pick<Counts, 'all'>) => (
  <tr className="el-strong el-numbers">
    <th scope="row">All</th>
    <td data-align="right">{all.students}</td>
    {states.map((state) => (
      <td key={state} data-align="right">
        {all[state]}
      </td>
    ))}
    <td aria-hidden />
  </tr>
)
