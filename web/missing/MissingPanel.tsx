import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { type NotificationRow, type NotificationTime, termName } from '#contract/notifications.ts'
import { canSeeNotifications } from '#contract/permissions.ts'
import type { Missing } from '#contract/records/steps.ts'
import { termsQuery } from '../notifications/notificationApi.ts'
import { GateNotice } from '../privacy/consents/GateNotice.tsx'
import { DownloadButtons, DownloadState, useSavingDownload } from '../ui/export/DownloadHead.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { findRows } from '../ui/list/rows/arrangeRows.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { arrangeMissing } from './arrangeMissing.ts'
import { LackChips, LackSelect } from './LackFilter.tsx'
import classes from './MissingPanel.module.css'
import { missingDownload } from './missingDownload.ts'
import { MissingSentence, NothingFound, NothingOpen } from './MissingWords.tsx'
import { StudentRows } from './StudentRows.tsx'
import { everyLack, isLacking, type Lack } from './steps.ts'
import { SupportersToComplete } from './SupportersToComplete.tsx'
import { useTask } from './useTask.tsx'
import { missingQuery } from './workApi.ts'

/** The students for whom something is open: now, or in an earlier term. */
export function MissingPanel() {
  const { role, ...user } = useSessionUser()
  const seesAll = canSeeNotifications(role, user)
  const { term, terms, choose, isLoaded, error: termsError, retry } = useTerm(seesAll)
  const { data, error, refetch } = useQuery({ ...missingQuery(term), enabled: isLoaded })
  const failure = termsError ?? error
  const { shown, setSearch } = useListState()
  const { lack: wanted } = useSearch({ strict: false })
  const lack = everyLack.find((known) => known === wanted)
  const change = useAddressChange()
  const setLack = (chosen: Lack | undefined) => change({ lack: chosen })
  const found = useFound(data?.data, lack, shown.search)
  const { box, open, dialog } = useTask(found.length)
  const today = useToday()
  const download = useMemo(() => missingDownload(data?.time ?? undefined, today), [data, today])
  const saving = useSavingDownload(download, () => Promise.resolve(found), data !== undefined)
  const isPhone = useIsPhone()
  const [wantsSearch, setWantsSearch] = useState(false)
  const isEmpty = data?.data.length === 0
  const termChoice = terms.length > 0 && (
    <SelectBox
      aria-label="Term"
      className={classes.term}
      data={terms.map((each) => ({ value: keyOf(each), label: termName(each) }))}
      value={keyOf(term ?? terms[0])}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
  const searchBox = (
    <SearchBox
      className={classes.search}
      search={shown.search}
      onSearch={setSearch}
      label={`Search by name, ref, ${seesAll ? 'liaison officer ' : ''}or school`}
    />
  )
  const clear = () => {
    setSearch('')
    setLack(undefined)
  }
  return (
    <>
      <PageHead
        title="What Is Missing"
        subtitle={
          data && (
            <span className={classes.sentence}>
              <MissingSentence {...data} isOwn={!seesAll} />
            </span>
          )
        }
        primary={!isPhone && termChoice}
      >
        {!isEmpty && <DownloadButtons saving={saving} />}
      </PageHead>
      <DownloadState saving={saving} />
      <GateNotice />
      {failure && !data && (
        <LoadFailure error={failure} onRetry={termsError ? retry : () => void refetch()} />
      )}
      {!data && !failure && <BlankList noun="the students" hasToolbar={false} />}
      {isPhone && data && (
        <div className={classes.phoneTools} data-screen-only>
          {termChoice}
          {!isEmpty && <LackSelect rows={data.data} lack={lack} onChoose={setLack} />}
          {!isEmpty && (
            <IconButton icon={IconSearch} label="Search" onClick={() => setWantsSearch(!wantsSearch)} />
          )}
          {(wantsSearch || shown.search) && searchBox}
        </div>
      )}
      {data && isEmpty && <NothingOpen />}
      {data && !isEmpty && (
        <section ref={box} className={`el-card ${classes.list}`}>
          {!isPhone && (
            <div className={classes.tools} data-screen-only>
              <LackChips rows={data.data} lack={lack} onChoose={setLack} />
              {searchBox}
            </div>
          )}
          {found.length > 0 ? (
            <StudentRows heading="h2" rows={found} shown={data} onOpen={open} />
          ) : (
            <NothingFound search={shown.search} lack={lack} onClear={clear} />
          )}
        </section>
      )}
      <SupportersToComplete />
      {dialog}
    </>
  )
}

type Term = NotificationTime & Pick<NotificationRow, 'year_name' | 'term_name'>
const NO_TERMS: Term[] = []
const keyOf = (time: NotificationTime | undefined) => (time ? `${time.year_id} ${time.term_id}` : '')

/**
 * The term in the address, and a function to choose another. Undefined for the newest: then the list shows what is open now.
 * Liaison officers, who do not see the Progress Report, have no other.
 */
function useTerm(seesAll: boolean) {
  const change = useAddressChange()
  const { year, term: wanted } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery({ ...termsQuery, enabled: seesAll })
  const terms: Term[] = data ?? NO_TERMS
  const [, ...earlier] = terms
  const term = earlier.find(({ year_name, term_name }) => year_name === year && term_name === wanted)
  const choose = (key: string) => {
    const next = terms.find((each) => keyOf(each) === key)
    change({ year: next?.year_name, term: next?.term_name })
  }
  return {
    term,
    terms,
    choose,
    isLoaded: !seesAll || !year || data !== undefined,
    error,
    retry: () => void refetch(),
  }
}

const NONE: Missing[] = []

/** The rows that match a search and a filter, in order. Deferred, so that typing stays responsive. */
function useFound(rows: Missing[] = NONE, lack: Lack | undefined, typed: string): Missing[] {
  const search = useDeferredValue(typed)
  const arranged = useMemo(() => arrangeMissing(rows), [rows])
  return useMemo(
    () =>
      findRows(arranged, search)
        .map(({ row }) => row)
        .filter((row) => !lack || isLacking(row, lack)),
    [arranged, search, lack],
  )
}
