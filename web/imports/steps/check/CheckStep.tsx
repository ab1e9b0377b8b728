import { Box, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { isRecordImport } from '#contract/imports.ts'
import { isUnreachable } from '../../../ui/http.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Message, StatementMark } from '../../../ui/Message.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { plural } from '../../../ui/plural.ts'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { checkRows, type ImportBody, importRows } from '../../importApi.ts'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { rowsOf } from '../../importJob.ts'
import { countsOf, nounOf } from '../../rowWords.ts'
import type { Names } from '../values/askNames.ts'
import { bodyOf, usePreparedImport } from '../values/usePreparedImport.ts'
import { Changes } from './Changes.tsx'
import { Duplicates } from './Duplicates.tsx'
import { Money } from './Money.tsx'
import type { CheckedProps } from './RowGroup.tsx'
import { Problems } from './Problems.tsx'
import { emptyWords, leftOutOf, leftOutRows, wrongRows } from './problems.ts'

/** Several decisions in quick succession lead to one check. */
const SETTLE_MS = 500

/** Step 4: the effect of the import, and the rows with problems. Nothing is saved before the last button is pressed. */
export function CheckStep({ kind, handle, job }: StepProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const prepared = usePreparedImport(kind, job)
  const [progress, setProgress] = useState('')
  const { questions, places, names } = prepared
  const current = useMemo(
    () => names && bodyOf(kind, job, { questions, places }),
    // oxlint-disable-next-line react/exhaustive-deps -- typed corrections apply at the next check; places have the rest
    [kind, questions, places, names],
  )
  const [asked] = useDebouncedValue(current, SETTLE_MS)
  // Stands in for the body, which is too large for a query key. Also the idempotency key of the import.
  const key = useMemo(() => asked && newIdempotencyKey(), [asked])
  const check = useQuery({
    queryKey: ['import check', kind, key],
    queryFn: asked
      ? async ({ signal }) => ({ ...(await checkRows(asked.body, signal)), made: asked.made })
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const found = check.data
  const failure =
    prepared.failure ??
    (check.error && !check.isFetching && { error: check.error, onRetry: () => void check.refetch() })
  const isBehind = current !== asked || check.isPlaceholderData || check.isFetching
  const saving = useMutation({
    mutationFn: async () => {
      if (!asked || !key || !found) throw new Error('Nothing was checked')
      const ids = await importRows(asked.body, found, { idempotencyKey: key }, (part, of) =>
        setProgress(of > 1 ? ` ${part} of ${of}` : ''),
      )
      const done = { ...job, answers: asked.made.answers }
      return {
        id: ids.at(-1) ?? 0,
        parts: ids.length,
        job: done,
        leftOut: leftOutOf(found, asked.made, done.answers),
      }
    },
    onSuccess: async (done) => {
      await navigate({
        to: '/dashboard',
        search: { menu: 'import', what: kind, step: 'done', import: done.id },
        replace: true,
      })
      // After navigating, because this step without a job redirects to the first one.
      handle.finish(done)
      // Last, so that the imported rows are not checked again.
      void client.invalidateQueries()
    },
    // Other users may have added the same records since the last check.
    onError: (error) => {
      if (!isUnreachable(error)) void client.invalidateQueries({ queryKey: ['import check', kind] })
    },
  })

  const isTyped = Object.keys(job.typed).length > 0
  const checkAgain = () =>
    handle.change(({ answers, typed }) => {
      const corrections = { ...answers.corrections }
      for (const number of Object.keys(typed).map(Number))
        corrections[number] = { ...corrections[number], ...typed[number] }
      return { answers: { ...answers, corrections }, typed: {} }
    })
  const foot = {
    back: <StepButton verb="Back" kind={kind} step={prepared.asksNothing ? 'columns' : 'values'} />,
    hint: isTyped
      ? `${plural(Object.keys(job.typed).length, 'row')} corrected here`
      : isBehind
        ? 'Checking …'
        : found && `${found.created} new${found.updated > 0 ? `, ${found.updated} updated` : ''}`,
    next: isTyped ? (
      <Button onClick={checkAgain}>Check again</Button>
    ) : (
      <Button
        disabled={!found || found.good === 0 || isBehind || saving.isPending}
        onClick={() => saving.mutate()}
      >
        {saving.isPending ? `Importing${progress} …` : `Import ${plural(found?.good ?? 0, nounOf(kind))}`}
      </Button>
    ),
  }
  /** The last card contains the foot. */
  const last = (['changes', 'duplicates', 'errors'] as const).find((each) => found?.[each].length)
  const checked = found && asked && { kind, job, handle, found, made: found.made }
  return (
    <ImportFrame
      kind={kind}
      step="check"
      subtitle="Nothing is saved yet. Fix what you can; the rest can be imported later."
      foot={foot}
    >
      {saving.error && <Message tone="bad">{saving.error.message}</Message>}
      {failure && <LoadFailure {...failure} />}
      {!found && !failure && (
        <Box component="output" className="el-card el-ink-2" p="28px 24px">
          Checking {plural(rowsOf(job).length, 'row')} …
        </Box>
      )}
      {checked && (
        <>
          <Summary {...checked} {...asked.body} clusters={names?.cluster} />
          {kind === 'receipts' && <Money {...checked} />}
          <Problems {...checked} {...prepared} onCheckAgain={checkAgain} isLast={last === 'errors'} />
          <Duplicates {...checked} isLast={last === 'duplicates'} />
          <Changes {...checked} isLast={last === 'changes'} />
        </>
      )}
      {last === undefined && !isPhone && (
        <section className="el-card">
          <StepFoot />
        </section>
      )}
    </ImportFrame>
  )
}

type SummaryProps = Pick<CheckedProps, 'kind' | 'found' | 'made'> &
  Pick<Required<ImportBody>, 'new_places'> & { clusters: Names['cluster'] }

function Summary({ kind, found, made, new_places, clusters }: SummaryProps) {
  const { good, updated, created, skipped, named_supporters } = found
  const isOne = good === 1
  const rows = made.rows.length - leftOutRows(found).size
  const joined = rows > good && `, joined from ${rows} rows`
  const wrong = wrongRows(found.errors)
  const newClusters = new_places.flatMap(({ cluster }) => (clusters?.includes(cluster) ? [] : cluster))
  const places = countsOf([
    [new_places.filter(({ school }) => school).length, 'new school'],
    [new Set(newClusters).size, 'new cluster'],
  ])
  return (
    <section className="el-card el-wrap el-cells" aria-label="What is ready">
      <Group gap={14} wrap="nowrap" flex={{ base: '1 0 100%', sm: 1 }} p={{ base: 16, sm: '18px 24px' }}>
        <StatementMark
          Icon={good > 0 ? IconCircleCheck : IconAlertCircle}
          tone={good > 0 ? 'green' : 'amber'}
        />
        <div>
          <h2 className={frame.figure}>
            {good > 0
              ? `${plural(good, nounOf(kind))} ${isOne ? 'is' : 'are'} ready`
              : `No ${nounOf(kind)} is ready yet`}
          </h2>
          <p className="el-ui el-ink-2">
            {updated > 0
              ? `${created} new, ${updated} that ${updated === 1 ? 'updates' : 'update'} a student by ref or by your choice below`
              : `${created} new`}
            {places && `. ${places} will be added`}
            {isRecordImport(kind) && joined}
            {isRecordImport(kind) && '. They count as sent: no letter is written about them'}
            {named_supporters > 0 &&
              `. ${plural(named_supporters, 'student')} ${named_supporters === 1 ? 'has' : 'have'} a supporter without an email: the name is stored`}
            {made.empty.length > 0 && `. ${emptyWords(made.empty)}`}
          </p>
        </div>
      </Group>
      <Count count={wrong}>{wrong === 1 ? 'row needs' : 'rows need'} fixing</Count>
      {isRecordImport(kind) && (
        <Count count={found.taken.length}>
          {found.taken.length === 1 ? 'row is' : 'rows are'} already registered; nothing will change
        </Count>
      )}
      {kind === 'students' && (
        <Count count={skipped}>possible {skipped === 1 ? 'duplicate' : 'duplicates'} skipped</Count>
      )}
    </section>
  )
}

const Count = ({ count, children }: { count: number; children: ReactNode }) => (
  <Box
    flex={{ base: 1, sm: 'none' }}
    miw={{ sm: 189 }}
    maw={{ sm: 220 }}
    p={{ base: '12px 16px', sm: '18px 24px' }}
  >
    <b className={frame.figure}>{count}</b>
    <p className="el-ui el-ink-2">{children}</p>
  </Box>
)
