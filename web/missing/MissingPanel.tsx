import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { type NotificationTime, termName } from '#contract/notifications.ts'
import { canSeeNotifications } from '#contract/permissions.ts'
import type { Lack, NamedTime } from '#contract/records/steps.ts'
import { GateNotice } from '../privacy/consents/GateNotice.tsx'
import { VerifyUndo } from '../records/verify/VerifyUndo.tsx'
import { DownloadButtons, DownloadState, useSavingDownload } from '../ui/export/DownloadHead.tsx'
import { useToday } from '../ui/form/FormFields.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { BlankList } from '../ui/list/BlankList.tsx'
import { useListState } from '../ui/list/rows/useListState.ts'
import { SearchBox } from '../ui/list/SearchBox.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { LackChips, LackSelect } from './LackFilter.tsx'
import classes from './MissingPanel.module.css'
import { missingDownload } from './missingDownload.ts'
import { MissingSentence, NothingFound, NothingOpen } from './MissingWords.tsx'
import { StudentRows } from './StudentRows.tsx'
import { everyLack } from './steps.ts'
import { SupportersToComplete } from './SupportersToComplete.tsx'
import { useTask } from './useTask.tsx'
import { useOpenRows } from './useOpenRows.ts'
import { termsQuery } from './workApi.ts'

/** The students for whom something is open: now, or in a chosen term. */
export function MissingPanel() {
  const { role, ...user } = useSessionUser()
  const seesAll = canSeeNotifications(role, user)
  const { term, terms, choose, isLoaded, error: termsError, retry } = useTerm()
  const { shown, settled, setSearch } = useListState()
  const { lack: wanted } = useSearch({ strict: false })
  const lack = everyLack.find((known) => known === wanted)
  const change = useAddressChange()
  const setLack = (chosen: Lack | undefined) => change({ lack: chosen })
  const open = useOpenRows({ term, isLoaded, seesAll, lack, shown, settled })
  const { answer: data, rows: found, counts } = open
  const failure = termsError ?? open.error
  const { box, open: openTask, dialog } = useTask(found.length)
  const today = useToday()
  const download = useMemo(() => missingDownload(term, today), [term, today])
  const saving = useSavingDownload(download, { ...open, isAnswered: data !== undefined })
  const isPhone = useIsPhone()
  const [wantsSearch, setWantsSearch] = useState(false)
  const isEmpty = data !== undefined && counts.total === 0
  const termChoice = terms.length > 0 && (
    <SelectBox
      aria-label="Term"
      className={classes.term}
      data={[
        { value: '', label: 'All terms' },
        ...terms.map((each) => ({ value: keyOf(each), label: termName(each) })),
      ]}
      value={keyOf(term)}
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
    <VerifyUndo>
      <PageHead
        title="What Is Missing"
        subtitle={
          data && (
            <span className={classes.sentence}>
              <MissingSentence counts={counts} time={term} isOwn={!seesAll} />
            </span>
          )
        }
        primary={!isPhone && termChoice}
      >
        {!isEmpty && <DownloadButtons saving={saving} />}
      </PageHead>
      <DownloadState saving={saving} />
      <GateNotice />
      {failure && !data && <LoadFailure error={failure} onRetry={termsError ? retry : open.retry} />}
      {!data && !failure && <BlankList noun="the students" hasToolbar={false} />}
      {isPhone && data && (
        <div className={classes.phoneTools} data-screen-only>
          {termChoice}
          {!isEmpty && <LackSelect counts={counts} lack={lack} onChoose={setLack} />}
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
              <LackChips counts={counts} lack={lack} onChoose={setLack} />
              {searchBox}
            </div>
          )}
          {found.length > 0 ? (
            <StudentRows
              heading="h2"
              rows={found}
              total={open.total}
              onMore={open.loadMore}
              shown={data}
              onOpen={openTask}
            />
          ) : (
            <NothingFound search={shown.search} lack={lack} onClear={clear} />
          )}
        </section>
      )}
      <SupportersToComplete />
      {dialog}
    </VerifyUndo>
  )
}

const NO_TERMS: NamedTime[] = []
const keyOf = (time: NotificationTime | undefined) => (time ? `${time.year_id} ${time.term_id}` : '')

/** The term in the address, and a function to choose another. Without one the list shows what is open now. */
function useTerm() {
  const change = useAddressChange()
  const { year, term: wanted } = useSearch({ strict: false })
  const { data, error, refetch } = useQuery(termsQuery)
  const terms = data ?? NO_TERMS
  const term = terms.find(({ year_name, term_name }) => year_name === year && term_name === wanted)
  const choose = (key: string) => {
    const next = terms.find((each) => keyOf(each) === key)
    change({ year: next?.year_name, term: next?.term_name })
  }
  return {
    term,
    terms,
    choose,
    isLoaded: !year || data !== undefined,
    error,
    retry: () => void refetch(),
  }
}
