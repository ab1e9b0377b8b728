import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { NoticeTime } from '#contract/notifications.ts'
import type { Gap } from '#contract/records.ts'
import { SearchBox } from '../../ui/list/SearchBox.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { formOf } from './formOf.ts'
import { GapBody } from './GapBody.tsx'
import type { PickGap } from './GapCell.tsx'
import { type GapKind, gapKinds } from './gapKinds.ts'
import { ownGapsQuery } from './gapQueries.ts'
import { GapRows } from './GapRows.tsx'
import { GapTimeFields } from './GapTimeFields.tsx'
import classes from './GapTools.module.css'
import type { RecordToOpen } from './RecordToOpen.ts'
import { useFocusBack } from './useFocusBack.ts'
import { useFoundGaps } from './useFoundGaps.ts'

const VerifyModal = lazy(() =>
  import('../verify/VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })),
)

type MyWorkModalProps = {
  kind: GapKind
  newest: NoticeTime
  isCovered: boolean
  onPick: (record: RecordToOpen) => void
  onClose: () => void
}

const WIDTH = 800

/** One's own students of whom a report, or a receipt, is missing, unverified or returned in a term. */
export function MyWorkModal({ kind, newest, isCovered, onPick, onClose }: MyWorkModalProps) {
  const life = useModalLife(onClose)
  const [time, setTime] = useState(newest)
  const [search, setSearch] = useState('')
  const [verifying, setVerifying] = useState<Gap>()
  const client = useQueryClient()
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...ownGapsQuery(kind, time),
    // What the panel counted, and after that the term before.
    placeholderData: (before) => before ?? client.getQueryData(ownGapsQuery(kind).queryKey),
  })
  const kinds = useMemo(() => [kind], [kind])
  const shown = useFoundGaps(data?.data, kinds, search)
  const { box, remember } = useFocusBack(isCovered || verifying !== undefined, shown.found)
  // Until the answer is there, the rows are those of the term before.
  const shownTime = data?.time ?? time
  const pick: PickGap = useCallback(
    (gap, _, deed) => {
      remember(gap)
      if (deed === 'verify') setVerifying(gap)
      else onPick(formOf(gap, kind, shownTime))
    },
    [kind, shownTime, remember, onPick],
  )
  const first = verifying?.[gapKinds[kind].id]
  return (
    <>
      <ModalFrame
        life={life}
        title="My Work"
        subtitle={`${gapKinds[kind].heading}s of your students`}
        width={WIDTH}
        onAskClose={life.close}
        fillsPhone
      >
        <div className={classes.tools}>
          <GapTimeFields time={time} onTime={setTime} />
          <SearchBox
            className={classes.search}
            search={search}
            onSearch={setSearch}
            label="Search by name, ref or school"
          />
        </div>
        <div ref={box} className={frame.body} aria-busy={isPlaceholderData || (!data && !error)}>
          <GapBody
            shown={shown}
            isAnswered={data !== undefined}
            error={error}
            nothing={`No ${gapKinds[kind].noun} of your students is missing, unverified or returned in this term.`}
            onRetry={() => void refetch()}
            onClearSearch={() => setSearch('')}
          >
            <GapRows gaps={shown.found} kinds={kinds} level="h3" onPick={pick} />
          </GapBody>
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
