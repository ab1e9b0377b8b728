import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { lookupName, lookups } from '#contract/lookups.ts'
import type { NotificationTime } from '#contract/notifications.ts'
import type { Missing } from '#contract/records.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { MissingBody, useFoundMissing } from './MissingBody.tsx'
import { recordToOpen } from './missingDeeds.ts'
import { type RecordKind, recordKinds } from '../recordKinds.ts'
import { ownMissingQuery } from './missingApi.ts'
import { MissingRows, type PickMissing } from './MissingRows.tsx'
import classes from './MissingTools.module.css'
import type { RecordToOpen } from '../RecordToOpen.ts'
import { useFocusBack } from './useFocusBack.ts'

const VerifyModal = lazy(() =>
  import('../verify/VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })),
)

type MyWorkModalProps = {
  kind: RecordKind
  newest: NotificationTime
  isCovered: boolean
  onPick: (record: RecordToOpen) => void
  onClose: () => void
}

const WIDTH = 800

/** The user's own students whose report card or receipt of a term is missing, unverified or returned. */
export function MyWorkModal({ kind, newest, isCovered, onPick, onClose }: MyWorkModalProps) {
  const life = useModalLife(onClose)
  const [time, setTime] = useState(newest)
  const [search, setSearch] = useState('')
  const [verifying, setVerifying] = useState<Missing>()
  const client = useQueryClient()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ownMissingQuery(kind, time),
    // Until the answer arrives: the rows of the previous term, at first those that the panel has loaded.
    placeholderData: (before) => before ?? client.getQueryData(ownMissingQuery(kind).queryKey),
  })
  const kinds = useMemo(() => [kind], [kind])
  const shown = useFoundMissing(data?.data, kinds, search)
  const { box, remember } = useFocusBack(isCovered || verifying !== undefined, shown.found)
  // Until the answer arrives, the rows are those of the previous term.
  const shownTime = data?.time ?? time
  const pick: PickMissing = useCallback(
    (row, _, deed) => {
      remember(row)
      if (deed === 'verify') setVerifying(row)
      else onPick(recordToOpen(row, kind, shownTime))
    },
    [kind, shownTime, remember, onPick],
  )
  const first = verifying?.[recordKinds[kind].id]
  return (
    <>
      <ModalFrame
        life={life}
        title="My Work"
        subtitle={`${recordKinds[kind].heading}s of your students`}
        width={WIDTH}
        onAskClose={life.close}
        fillsPhone
      >
        <div className={classes.tools}>
          <TimeFields time={time} onTime={setTime} />
          <SearchBox
            className={classes.search}
            search={search}
            onSearch={setSearch}
            label="Search by name, ref or school"
          />
        </div>
        <div ref={box} className={frame.body} aria-busy={isPlaceholderData || (!data && !error)}>
          <MissingBody
            shown={shown}
            isAnswered={data !== undefined}
            error={error}
            nothing={`No ${recordKinds[kind].noun} of your students is missing, unverified or returned in this term.`}
            onRetry={() => void refetch()}
            onClearSearch={() => setSearch('')}
          >
            <MissingRows rows={shown.found} kinds={kinds} level="h3" onPick={pick} />
          </MissingBody>
        </div>
        <div className={frame.foot}>
          <Button variant="default" onClick={life.close}>
            Close
          </Button>
        </div>
      </ModalFrame>
      {first && (
        <Suspense>
          <VerifyModal kind={kind} first={first} onClose={() => setVerifying(undefined)} />
        </Suspense>
      )}
    </>
  )
}

type TimeFieldsProps = { time: NotificationTime; onTime: (time: NotificationTime) => void }

const timeFields = [
  { kind: 'years', field: 'year_id' },
  { kind: 'terms', field: 'term_id' },
] as const

/** Chooses the term. */
const TimeFields = ({ time, onTime }: TimeFieldsProps) =>
  timeFields.map((each) => <TimeField key={each.field} {...each} time={time} onTime={onTime} />)

function TimeField({ kind, field, time, onTime }: TimeFieldsProps & (typeof timeFields)[number]) {
  const { data = [], error } = useQuery(lookupsQuery(kind))
  return (
    <SelectBox
      aria-label={lookups[kind].label}
      data={data.map((lookup) => ({ value: String(lookup.id), label: lookupName(kind, lookup) }))}
      value={String(time[field])}
      onChange={(event) => onTime({ ...time, [field]: Number(event.currentTarget.value) })}
      {...(error && { error: error.message })}
    />
  )
}
