import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { NoticeRow } from '#contract/notifications.ts'
import { DownloadButtons } from '../ui/export/DownloadButtons.tsx'
import { DownloadState } from '../ui/export/DownloadState.tsx'
import { useSavingDownload } from '../ui/export/useSavingDownload.ts'
import { formOf } from '../records/missing/formOf.ts'
import { GapBody } from '../records/missing/GapBody.tsx'
import type { PickGap } from '../records/missing/GapCell.tsx'
import { gapDownload } from '../records/missing/gapDownload.ts'
import { GapGroups, type OpenGroups } from '../records/missing/GapGroups.tsx'
import { everyGapKind, type GapKind, gapKinds } from '../records/missing/gapKinds.ts'
import { gapsQuery } from '../records/missing/gapQueries.ts'
import classes from '../records/missing/GapTools.module.css'
import { summaryOf } from '../records/missing/gapWords.ts'
import { useFocusBack } from '../records/missing/useFocusBack.ts'
import { useFoundGaps } from '../records/missing/useFoundGaps.ts'
import { listKey } from '../ui/list/ListSource.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { plural } from '../ui/plural.ts'
import type { RecordToOpen } from '../records/missing/RecordToOpen.ts'
import { nameOf } from './noticeActions.ts'
import { noticeList } from './noticeApi.ts'

const VerifyModal = lazy(() =>
  import('../records/verify/VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })),
)

type MissingModalProps = {
  row: NoticeRow
  /** How it was left, for one who comes back to it. */
  left?: MissingNote | undefined
  onClose: () => void
}

const WIDTH = 1128

/** The active students of whom a report or receipt of a term is missing, unverified or returned. */
export function MissingModal({ row, left, onClose }: MissingModalProps) {
  const life = useModalLife(onClose)
  const [search, setSearch] = useState(left?.search ?? '')
  const [opened, setOpened] = useState(left?.opened ?? {})
  const { data, error, refetch } = useQuery(gapsQuery(row))
  const shown = useFoundGaps(data, everyGapKind, search)
  const { found } = shown
  const leave = useLeaveForForm()
  const verifying = useVerifyingGap(() => void refetch())

  const download = useMemo(() => gapDownload(nameOf(row)), [row])
  const saving = useSavingDownload(download, () => Promise.resolve(found), data !== undefined)
  const toggle = useCallback(
    (liaison: string, isOpen: boolean) => setOpened((before) => ({ ...before, [liaison]: isOpen })),
    [],
  )
  const { begin } = verifying
  const { box, remember } = useFocusBack(verifying.record !== undefined, found, left?.place)
  // Read only as one leaves: what is typed must not draw all rows anew.
  const present = useRef({ search, opened })
  useEffect(() => {
    present.current = { search, opened }
  }, [search, opened])
  const pick: PickGap = useCallback(
    (gap, kind, deed) => {
      const place = remember(gap)
      const record = formOf(gap, kind, row)
      if (deed === 'verify' && record.id !== undefined) begin(kind, record.id)
      else leave({ row, place, ...present.current }, kind, record)
    },
    [row, begin, leave, remember],
  )
  return (
    <>
      <ModalFrame
        life={life}
        title="What Is Missing"
        subtitle={nameOf(row)}
        width={WIDTH}
        onAskClose={life.close}
        fillsPhone
      >
        <div className={classes.tools}>
          <SearchBox
            className={classes.search}
            search={search}
            onSearch={setSearch}
            label="Search by name, ref, liaison officer or school"
          />
          <DownloadButtons saving={saving} />
        </div>
        <div ref={box} className={frame.body} aria-busy={!data && !error}>
          <DownloadState saving={saving} />
          <GapBody
            shown={shown}
            isAnswered={data !== undefined}
            error={error}
            nothing="Every active student has a verified report and receipt."
            onRetry={() => void refetch()}
            onClearSearch={() => setSearch('')}
          >
            <output className={classes.summary}>
              {[plural(found.length, 'student'), ...everyGapKind.map((kind) => summaryOf(found, kind))]
                .filter((sentence) => sentence !== undefined)
                .join('. ')}
            </output>
            <GapGroups gaps={found} opened={opened} onToggle={toggle} onPick={pick} />
          </GapBody>
        </div>
        <div className={frame.foot}>
          <Button variant="default" onClick={life.close}>
            Close
          </Button>
        </div>
      </ModalFrame>
      {verifying.record && (
        <Suspense>
          <VerifyModal kind={verifying.record.kind} first={verifying.record.id} onClose={verifying.end} />
        </Suspense>
      )}
    </>
  )
}

/** The record that is verified over the list, which then is read anew, and so is the panel behind it. */
function useVerifyingGap(onEnd: () => void) {
  const client = useQueryClient()
  const [record, setRecord] = useState<{ kind: GapKind; id: number }>()
  const begin = useCallback((kind: GapKind, id: number) => setRecord({ kind, id }), [])
  const end = () => {
    setRecord(undefined)
    onEnd()
    void client.invalidateQueries({ queryKey: listKey(noticeList) })
  }
  return { record, begin, end }
}

/** What was shown as missing, and at which student one left for a form, so that Back leads there again. */
export type MissingNote = { row: NoticeRow; search: string; opened: OpenGroups; place: number }

declare module '@tanstack/react-router' {
  interface HistoryState {
    missing?: MissingNote
  }
}

/** Leads to a form of another panel, from where Back leads here again. */
function useLeaveForForm() {
  const { history } = useRouter()
  const navigate = useNavigate()
  return useCallback(
    (missing: MissingNote, kind: GapKind, record: RecordToOpen) => {
      history.replace(history.location.href, { missing }, { ignoreBlocker: true })
      // Else both steps become one, and this one is forgotten.
      history.flush()
      void navigate({
        to: '/dashboard',
        search: { menu: gapKinds[kind].menu },
        state: { open: { kind, ...record } },
      })
    },
    [history, navigate],
  )
}
