import { Box } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo } from 'react'
import { fold } from '#contract/base/lists.ts'
import { type NotificationRow, type NotificationTime, termName } from '#contract/notifications.ts'
import { canSeeNotifications } from '#contract/permissions.ts'
import type { Missing, MissingState } from '#contract/records/records.ts'
import { everyLack, type Lack, lacks } from './steps.ts'
import { missingQuery, termQuery } from './workApi.ts'
import type { Download } from '../ui/export/Download.ts'
import { DownloadButtons, DownloadState, useSavingDownload } from '../ui/export/DownloadHead.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { GateNotice } from '../privacy/consents/GateNotice.tsx'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { findRows } from '../ui/list/rows/arrangeRows.ts'
import { BlankList } from '../ui/list/BlankList.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { studentCountQuery } from '../students/studentApi.ts'
import { useListState } from '../ui/list/rows/useListState.ts'
import { Message } from '../ui/Message.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { useAddressChange } from '../ui/useAddressChange.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { termsQuery } from '../notifications/notificationApi.ts'
import { arrangeMissing } from './arrangeMissing.ts'
import { MissingCounts } from './MissingCounts.tsx'
import { MissingList } from './MissingList.tsx'
import { SupportersToComplete } from './SupportersToComplete.tsx'

/** The active students with something missing in a term. */
export function MissingPanel() {
  const { role, ...user } = useSessionUser()
  const mayOpenTerms = canSeeNotifications(role, user)
  const { row, rows, choose, isLoaded, error: termsError, retry: retryTerms } = useTerm(mayOpenTerms)
  const { data, error, refetch } = useQuery({ ...missingQuery(row), enabled: isLoaded })
  const failure = termsError ?? error
  const { shown, setSearch } = useListState()
  const { lack: wanted } = useSearch({ strict: false })
  const lack = everyLack.find((known) => known === wanted)
  const change = useAddressChange()
  const setLack = (chosen: Lack | undefined) => change({ lack: chosen })
  const found = useFound(data, lack, shown.search)
  const download = useMemo(() => missingDownload(row), [row])
  const saving = useSavingDownload(download, () => Promise.resolve(found), data !== undefined)
  const term = row ? termName(row) : ''
  const isPhone = useIsPhone()
  const termChoice = row && (
    <SelectBox
      aria-label="Term"
      data={rows.map((each) => ({ value: keyOf(each), label: termName(each) }))}
      value={keyOf(row)}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  )
  const isPart = found.length < (data?.length ?? 0)
  return (
    <>
      <PageHead
        title="What Is Missing"
        subtitle="Press a number to see only that"
        primary={!isPhone && termChoice}
      >
        <DownloadButtons saving={saving} />
      </PageHead>
      {isPhone && <Box mb="s3">{termChoice}</Box>}
      <DownloadState saving={saving} />
      <GateNotice />
      {failure && !data && (
        <LoadFailure error={failure} onRetry={termsError ? retryTerms : () => void refetch()} />
      )}
      {!data && !failure && <BlankList noun="the students" hasToolbar={false} />}
      {data?.length === 0 && <NothingMissing />}
      {data && data.length > 0 && <MissingCounts term={term} rows={data} chosen={lack} onChoose={setLack} />}
      {data && <SupportersToComplete />}
      {data && data.length > 0 && (
        <MissingList
          rows={found}
          all={isPart ? 'All that are shown' : term ? `All of ${term}` : 'All students'}
          time={row}
          lack={lack}
          search={shown.search}
          onSearch={setSearch}
          onClear={() => {
            setSearch('')
            setLack(undefined)
          }}
        />
      )}
    </>
  )
}

function NothingMissing() {
  const { data: students, error, refetch } = useQuery(studentCountQuery)
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (students === undefined) return <BlankList noun="the students" hasToolbar={false} />
  if (students === 0)
    return (
      <ListEmpty
        icon={IconNotebook}
        title="No students yet"
        hint="What they lack appears here once they are added."
      />
    )
  return (
    <Message tone="good">
      Every active student has a verified report, a verified receipt, a picture, all facts, consent and, with
      KCPE, a certificate.
    </Message>
  )
}

const NONE: Missing[] = []
type Term = NotificationTime & Pick<NotificationRow, 'year_name' | 'term_name'>
const NO_TERMS: Term[] = []

const keyOf = ({ year_id, term_id }: NotificationTime) => `${year_id} ${term_id}`

/**
 * The term in the address, else the newest, and a function to choose another. Undefined before the first record.
 * Liaison officers, who do not see the Progress Report, see the newest term only.
 */
function useTerm(maySeeAll: boolean) {
  const navigate = useNavigate()
  const { year, term } = useSearch({ strict: false })
  const all = useQuery({ ...termsQuery, enabled: maySeeAll })
  const newest = useQuery({ ...termQuery, enabled: !maySeeAll })
  const { error, refetch } = maySeeAll ? all : newest
  const data = maySeeAll ? all.data : newest.data && [newest.data]
  const rows = data ?? NO_TERMS
  const row = rows.find(({ year_name, term_name }) => year_name === year && term_name === term) ?? rows[0]
  const choose = (key: string) => {
    const next = rows.find((each) => keyOf(each) === key)
    void navigate({
      to: '.',
      search: (address: Record<string, unknown>) => ({
        ...address,
        year: next?.year_name,
        term: next?.term_name,
      }),
    })
  }
  return {
    row,
    rows,
    choose,
    isLoaded: data !== undefined || newest.data === null,
    error,
    retry: () => void refetch(),
  }
}

/** The rows that match a search and a lack, in order. Deferred, so that typing stays responsive. */
function useFound(rows: Missing[] = NONE, lack: Lack | undefined, typed: string): Missing[] {
  const search = useDeferredValue(typed)
  const arranged = useMemo(() => arrangeMissing(rows), [rows])
  return useMemo(
    () =>
      findRows(arranged, search)
        .map(({ row }) => row)
        .filter((row) => !lack || lacks[lack].count(row) > 0),
    [arranged, search, lack],
  )
}

const words: Record<MissingState, string> = {
  missing: 'Missing',
  unverified: 'Unverified',
  returned: 'Returned',
}
const wordOf = (state: MissingState | null) => state && words[state]

/** The download of a term's missing items, such as `missing-2026-term-1`. */
const missingDownload = (row: Term | undefined): Download<Missing> => ({
  name: fold(`missing ${row?.year_name ?? ''} ${row?.term_name ?? ''}`.trim()).replace(
    /[^\p{L}\p{N}]+/gu,
    '-',
  ),
  headers: [
    'Student',
    'Ref',
    'School',
    'Liaison Officer',
    'Academic report',
    'Finance receipt',
    'Picture',
    'Certificate',
    'Facts to complete',
    'Consent',
  ],
  lines: ({ name, ref, school, liaison, report, receipt, path, no_certificate, unknown_facts, consent }) => [
    [
      name,
      ref,
      school,
      liaison,
      wordOf(report),
      wordOf(receipt),
      path === null ? words.missing : null,
      no_certificate ? words.missing : null,
      unknown_facts || null,
      consent && (consent === 'missing' ? words.missing : 'Ends soon'),
    ],
  ],
})
