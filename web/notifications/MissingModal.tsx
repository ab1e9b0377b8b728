import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { NotificationRow } from '#contract/notifications.ts'
import { DownloadButtons, DownloadState, useSavingDownload } from '../ui/export/DownloadHead.tsx'
import { recordToOpen } from '../records/missing/missingDeeds.ts'
import { MissingBody, useFoundMissing } from '../records/missing/MissingBody.tsx'
import type { PickMissing } from '../records/missing/MissingRows.tsx'
import { MissingGroups, type OpenGroups } from '../records/missing/MissingGroups.tsx'
import { everyRecordKind, type RecordKind, recordKinds } from '../records/recordKinds.ts'
import { missingQuery } from '../records/missing/missingApi.ts'
import classes from '../records/missing/MissingTools.module.css'
import { missingDownload, summaryOf } from '../records/missing/missingWords.ts'
import { useFocusBack } from '../records/missing/useFocusBack.ts'
import { listKey } from '../ui/list/ListSource.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import { plural } from '../ui/plural.ts'
import type { RecordToOpen } from '../records/RecordToOpen.ts'
import { nameOf } from './notificationActions.ts'
import { notificationList } from './notificationApi.ts'

const VerifyModal = lazy(() =>
  import('../records/verify/VerifyModal.tsx').then((file) => ({ default: file.VerifyModal })),
)

type MissingModalProps = {
  row: NotificationRow
  /** The state to restore for a user who comes back from a form. */
  left?: MissingNote | undefined
  onClose: () => void
}

const WIDTH = 1128

/** The active students whose report card or receipt of a term is missing, unverified or returned. */
export function MissingModal({ row, left, onClose }: MissingModalProps) {
  const life = useModalLife(onClose)
  const [search, setSearch] = useState(left?.search ?? '')
  const [opened, setOpened] = useState(left?.opened ?? {})
  const { data, error, refetch } = useQuery(missingQuery(row))
  const shown = useFoundMissing(data, everyRecordKind, search)
  const { found } = shown
  const leave = useLeaveForForm()
  const verifying = useVerifyingMissing(() => void refetch())

  const download = useMemo(() => missingDownload(nameOf(row)), [row])
  const saving = useSavingDownload(download, () => Promise.resolve(found), data !== undefined)
  const toggle = useCallback(
    (liaison: string, isOpen: boolean) => setOpened((before) => ({ ...before, [liaison]: isOpen })),
    [],
  )
  const { begin } = verifying
  const { box, remember } = useFocusBack(verifying.record !== undefined, found, left?.place)
  // A ref, because the state is read only when the user leaves: `pick` must not change, and draw all rows, at each key.
  const present = useRef({ search, opened })
  useEffect(() => {
    present.current = { search, opened }
  }, [search, opened])
  const pick: PickMissing = useCallback(
    (missing, kind, deed) => {
      const place = remember(missing)
      const record = recordToOpen(missing, kind, row)
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
          <MissingBody
            shown={shown}
            isAnswered={data !== undefined}
            error={error}
            nothing="Every active student has a verified report and receipt."
            onRetry={() => void refetch()}
            onClearSearch={() => setSearch('')}
          >
            <output className={classes.summary}>
              {[plural(found.length, 'student'), ...everyRecordKind.map((kind) => summaryOf(found, kind))]
                .filter((sentence) => sentence !== undefined)
                .join('. ')}
            </output>
            <MissingGroups rows={found} opened={opened} onToggle={toggle} onPick={pick} />
          </MissingBody>
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

/** The record that is being verified over the list. At its end, the list and the panel behind it are loaded again. */
function useVerifyingMissing(onEnd: () => void) {
  const client = useQueryClient()
  const [record, setRecord] = useState<{ kind: RecordKind; id: number }>()
  const begin = useCallback((kind: RecordKind, id: number) => setRecord({ kind, id }), [])
  const end = () => {
    setRecord(undefined)
    onEnd()
    void client.invalidateQueries({ queryKey: listKey(notificationList) })
  }
  return { record, begin, end }
}

/** The dialog's state, and the row from which the user left for a form, so that Back leads there again. */
export type MissingNote = { row: NotificationRow; search: string; opened: OpenGroups; place: number }

declare module '@tanstack/react-router' {
  interface HistoryState {
    missing?: MissingNote
  }
}

/** Opens a form in another panel, from where Back leads here again. */
function useLeaveForForm() {
  const { history } = useRouter()
  const navigate = useNavigate()
  return useCallback(
    (missing: MissingNote, kind: RecordKind, record: RecordToOpen) => {
      history.replace(history.location.href, { missing }, { ignoreBlocker: true })
      // Without the flush, the router would merge both steps into one and lose this state.
      history.flush()
      void navigate({
        to: '/dashboard',
        search: { menu: recordKinds[kind].menu },
        state: { open: { kind, ...record } },
      })
    },
    [history, navigate],
  )
}
