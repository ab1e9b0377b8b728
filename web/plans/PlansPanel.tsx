import { Button } from '@mantine/core'
import { IconCalendarDollar, IconCalendarPlus, IconSearchOff, IconWand } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type Lookup, lookupName } from '#contract/lookups.ts'
import { useYears } from '../calendar/useYears.ts'
import { useFundingChanged } from '../funding/fundingApi.ts'
import { lookupsQuery } from '../lookups/lookupApi.ts'
import { ImportLink } from '../students/ImportLink.tsx'
import { BackLink } from '../ui/BackLink.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { Segments } from '../ui/form/Segments.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { Chip, Chips } from '../ui/list/Chip.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { useListState } from '../ui/list/rows/useListState.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { StatusMark } from '../ui/StatusBadge.tsx'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { FeesModal } from './FeesModal.tsx'
import { planDraftQuery, plansQuery, setPlans } from './planApi.ts'
import { PlanDraft } from './PlanDraft.tsx'
import { type PlanFilter, readPlansAddress } from './plansAddress.ts'
import { PlanTable } from './PlanTable.tsx'
import { countIn, findPlaces, type PlannedClass, plannedClasses } from './planWords.ts'
import { ProposeModal } from './ProposeModal.tsx'
import classes from './Plans.module.css'

/** What a student of each school and class is expected to cost in the terms of a year. */
export function PlansPanel() {
  const today = useToday()
  const isPhone = useIsPhone()
  const { chosen, shown, choose, ...years } = useYears(today)
  const { data: all = [] } = useQuery(lookupsQuery('years'))
  const [isProposing, setIsProposing] = useState(false)
  const { data, error, refetch } = useQuery(plansQuery(chosen?.id))
  const failure = error ?? years.error ?? years.addingError
  const next = String(Number(today.slice(0, 4)) + 1)
  const earlier = all.filter((year) => chosen && nameOf(year) < nameOf(chosen))
  const mayPropose = chosen && earlier.length > 0 && data?.has_draft === false
  const yearChoice = shown.length > 0 && (
    <Segments
      label="Year"
      choices={shown.map((each) => ({ id: each.id, name: nameOf(each) }))}
      chosen={chosen?.id}
      onChoose={(id) => choose(shown.find((each) => each.id === id))}
    />
  )
  const propose = mayPropose && (
    <Button leftSection={<IconWand size={18} aria-hidden />} onClick={() => setIsProposing(true)}>
      Propose from last year
    </Button>
  )
  return (
    <>
      <PageHead
        back={
          <BackLink to="/dashboard" search={{ menu: 'funding' }}>
            Funding
          </BackLink>
        }
        title="Fee plans"
        subtitle="What one student is expected to cost in a term, in Kenya shillings"
        primary={
          <>
            {!isPhone && yearChoice}
            {propose}
          </>
        }
      >
        {years.isLoaded && !years.next && (
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={years.addNext}
          >
            Plan {next}
          </Button>
        )}
        <ImportLink kind="plans" openedFrom="plans" />
      </PageHead>
      {isPhone && <div className={classes.years}>{yearChoice}</div>}
      {failure && (
        <LoadFailure
          error={failure}
          onRetry={() => {
            years.retry()
            void refetch()
          }}
        />
      )}
      {chosen && data && <YearPlans key={chosen.id} year={chosen} plans={data} />}
      {!data && !failure && <BlankList noun="the fees" hasToolbar={false} />}
      {chosen && isProposing && (
        <ProposeModal year={chosen} earlier={earlier} onClose={() => setIsProposing(false)} />
      )}
    </>
  )
}

const nameOf = (year: Lookup) => lookupName('years', year)

type Plans = Parameters<typeof plannedClasses>[0] & {
  terms: { id: number; term_name: string }[]
  has_draft: boolean
}

const filters: { filter: PlanFilter; word: string; tone: 'grey' | 'amber' }[] = [
  { filter: 'no_plan', word: 'No plan', tone: 'grey' },
  { filter: 'no_to_school', word: 'To the school not known', tone: 'amber' },
]

function YearPlans({ year, plans }: { year: Lookup; plans: Plans }) {
  const { shown, setSearch } = useListState()
  const { fees: filter } = readPlansAddress(useSearch({ strict: false }))
  const change = useAddressChange()
  const changed = useFundingChanged()
  const [editing, setEditing] = useState<PlannedClass>()
  const [done, setDone] = useState<string>()
  const { data: draft } = useQuery({ ...planDraftQuery(year.id), enabled: plans.has_draft })
  const places = useMemo(() => plannedClasses(plans), [plans])
  const found = useMemo(() => findPlaces(places, filter, shown.search), [places, filter, shown.search])
  const name = nameOf(year)
  const hasPlans = plans.rows.length > 0
  return (
    <>
      {done && (
        <Message tone="good" hasSpaceBelow>
          {done}
        </Message>
      )}
      {plans.has_draft && draft && <PlanDraft draft={draft} year={name} onDone={setDone} />}
      {!hasPlans && !plans.has_draft && (
        <div className={`el-card ${classes.empty}`}>
          <ListEmpty
            icon={IconCalendarDollar}
            title={`No plans for ${name} yet`}
            hint="Propose them from the receipts of an earlier year, or set them class by class."
          />
        </div>
      )}
      {places.length > 0 && (
        <section className={`el-card ${classes.list}`} aria-label={`Fees of ${name}`}>
          <div className={classes.tools} data-screen-only>
            <Chips>
              <Chip count={places.length} isOn={!filter} onPress={() => change({ fees: undefined })}>
                All
              </Chip>
              {filters.map((each) => (
                <Chip
                  key={each.filter}
                  mark={<StatusMark tone={each.tone} shape="dashedRing" />}
                  count={countIn(places, each.filter)}
                  isOn={filter === each.filter}
                  onPress={() => change({ fees: filter === each.filter ? undefined : each.filter })}
                >
                  {each.word}
                </Chip>
              ))}
            </Chips>
            <SearchBox
              className={classes.search}
              search={shown.search}
              onSearch={setSearch}
              label="Search by school or class"
            />
          </div>
          {found.length > 0 ? (
            <PlanTable places={found} year={name} terms={plans.terms} onEdit={setEditing} />
          ) : (
            <ListEmpty
              icon={IconSearchOff}
              title={shown.search ? `No fees match “${shown.search}”` : 'Nothing to show'}
              hint="Check the spelling, or show all classes."
            />
          )}
        </section>
      )}
      {editing && (
        <FeesModal
          place={editing}
          year={name}
          terms={plans.terms}
          fees={editing.fees}
          save={(fees, transfer) =>
            setPlans(
              year.id,
              fees.map((term) => {
                const { school_id, class_id } = editing
                const { amount = null, to_school = null } =
                  editing.fees.find(({ term_id }) => term_id === term.term_id) ?? {}
                return Object.assign({ school_id, class_id, seen: { amount, to_school } }, term)
              }),
              transfer,
            )
          }
          onSaved={changed}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
