import { Box, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDebouncedValue } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo, useState } from 'react'
import { type ImportCheck, type ImportForm, isRecordImport } from '#contract/imports.ts'
import { accountMessages } from '#contract/money/schoolAccounts.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { isUnreachable } from '../../../ui/http.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Message, StatementMark } from '../../../ui/Message.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { listOf, plural } from '../../../ui/plural.ts'
import { checkRows, importRows, SETTLE_MS } from '../../importApi.ts'
import { ImportFrame, StepButton, StepFoot, type StepProps } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { leftOutOfImport, useLeftOut } from '../../leftOut.ts'
import { addedWords, nounOf } from '../../rowWords.ts'
import { bodyOf, refundsIn } from '../../sheet/bodyOf.ts'
import { otherRows } from '../../sheet/otherRows.ts'
import { usePreparedImport } from '../../usePreparedImport.ts'
import { Changes } from './Changes.tsx'
import { Money } from './Money.tsx'
import { moneyOf, type Sums } from './moneyOf.ts'
import type { CheckedProps } from './RowGroup.tsx'
import { columnsLeftOut, NotImported } from '../NotImported.tsx'
import { Questions } from './Questions.tsx'
import { emptyWords, leftOutOf, leftOutRows, wrongRows } from './problems.ts'

/** Step 4: the effect of the import, and the rows with problems. Nothing is saved before the last button is pressed. */
export function CheckStep({ kind, handle, job }: StepProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { put } = useLeftOut()
  const { rows, prepared, failure: unread } = usePreparedImport(kind, job)
  const [progress, setProgress] = useState('')
  const current = useMemo(
    () => prepared && { ...bodyOf(kind, job, prepared), ...prepared },
    [kind, job, prepared],
  )
  const [asked] = useDebouncedValue(current, SETTLE_MS)
  // Stands in for the body, which is too large for a query key. Also the idempotency key of the import.
  const key = useMemo(() => asked && newIdempotencyKey(), [asked])
  const check = useQuery({
    queryKey: ['import check', kind, key],
    queryFn: asked
      ? async ({ signal }) => ({
          ...(await checkRows(asked.body, signal)),
          made: asked.made,
          prepared: asked,
        })
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const found = check.data
  const others = useMemo(() => otherRows(job.sheets), [job.sheets])
  const refunds = refundsIn(job.answers)
  const money = useMemo(
    () => (kind === 'receipts' && found ? moneyOf(found, found.made, refunds, job.corrections) : undefined),
    [kind, found, refunds, job.corrections],
  )
  const failure =
    unread ??
    (check.error && !check.isFetching && { error: check.error, onRetry: () => void check.refetch() })
  const isBehind = current !== asked || check.isPlaceholderData || check.isFetching
  const saving = useMutation({
    mutationFn: async () => {
      if (!asked || !key || !found) throw new Error('Nothing was checked')
      const ids = await importRows(asked.body, found, { idempotencyKey: key }, (part, of) =>
        setProgress(of > 1 ? ` ${part} of ${of}` : ''),
      )
      const { made, settled } = asked
      const reasons = leftOutOf(kind, found, made, job.corrections)
      return leftOutOfImport(ids, { kind, job, settled, made, reasons })
    },
    onSuccess: async (done) => {
      put(kind, done)
      await navigate({
        to: '/dashboard',
        search: { menu: 'import', what: kind, step: 'done', import: done.import_id },
        replace: true,
      })
      // After navigating, because this step without a job redirects to the first one.
      handle.finish(job)
      // Last, so that the imported rows are not checked again.
      void client.invalidateQueries()
    },
    // Other users may have added the same records since the last check.
    onError: (error) => {
      if (!isUnreachable(error)) void client.invalidateQueries({ queryKey: ['import check', kind] })
    },
  })

  const foot = {
    back: <StepButton verb="Back" kind={kind} step="values" />,
    hint: isBehind
      ? 'Checking …'
      : found && `${found.created} new${found.updated > 0 ? `, ${found.updated} updated` : ''}`,
    next: (
      <Button
        disabled={!found || found.good === 0 || isBehind || saving.isPending}
        onClick={() => saving.mutate()}
      >
        {saving.isPending ? `Importing${progress} …` : `Import ${plural(found?.good ?? 0, nounOf(kind))}`}
      </Button>
    ),
  }
  const checked = found && {
    kind,
    job,
    handle,
    found,
    made: found.made,
    money,
    asked: found.prepared.asked,
    settled: found.prepared.settled,
  }
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
          Checking {plural(rows.length, 'row')} …
        </Box>
      )}
      {checked && (
        <>
          <Summary {...checked} {...found.prepared.body} />
          <Questions {...checked} />
          <SharedAccounts shared={found.shared_accounts} />
          <Changes {...checked} />
          <section className={`el-card ${frame.last}`}>
            <NotImported
              kind={kind}
              columns={columnsLeftOut(job.columns)}
              others={others}
              change={
                <Link
                  to="/dashboard"
                  search={{ menu: 'import', what: kind, step: 'columns' }}
                  className={frame.change}
                >
                  Change
                </Link>
              }
            />
            <StepFoot />
          </section>
        </>
      )}
    </ImportFrame>
  )
}

/** Warns of schools with one account, as the form of an account does. */
const SharedAccounts = ({ shared }: { shared: ImportCheck['shared_accounts'] }) =>
  shared.length > 0 && (
    <Message tone="note" icon={IconAlertTriangle}>
      {shared.map(({ row, school, shared_with }) => (
        <p key={row}>
          <b>{school}:</b> {accountMessages.sharedWith(listOf(shared_with))}
        </p>
      ))}
      Import them only if these schools really share an account. Whoever approves a payment is asked to check
      it.
    </Message>
  )

type SummaryProps = CheckedProps & Pick<ImportForm, 'new_places' | 'new_lookups'>

function Summary(props: SummaryProps) {
  const { kind, found, made, money } = props
  const { good, updated, created, skipped, named_supporters } = found
  const isOne = good === 1
  const rows = made.rows.length - leftOutRows(found).size
  const joined = rows > good && `, joined from ${rows} rows`
  const wrong = wrongRows(found.errors)
  const registered = found.taken.filter(({ code }) => code !== 'receiptCopy').length
  const places = addedWords(props, props.asked.ours)
  return (
    <section className="el-card" aria-label="What is ready">
      <Box className="el-wrap el-cells" bdrs={money ? '9px 9px 0 0' : '9px'}>
        <Group gap={14} wrap="nowrap" flex={{ base: '1 0 100%', sm: 1 }} p={{ base: 16, sm: '18px 24px' }}>
          <StatementMark
            Icon={good > 0 ? IconCircleCheck : IconAlertCircle}
            tone={good > 0 ? 'green' : 'amber'}
          />
          <div>
            <h2 className={frame.figure}>
              {good > 0
                ? money
                  ? readyWords(money, good)
                  : `${plural(good, nounOf(kind))} ${isOne ? 'is' : 'are'} ready`
                : `No ${nounOf(kind)} is ready yet`}
            </h2>
            <p className="el-ui el-ink-2">
              {updated > 0
                ? `${created} new, ${updated} that ${updated === 1 ? 'updates' : 'update'} ${kind === 'students' ? 'a student by ref or by your choice below' : 'what is registered'}`
                : `${created} new`}
              {places && `. ${places} will be added`}
              {isRecordImport(kind) && joined}
              {money && '. A receipt comes in whole, or it waits'}
              {isRecordImport(kind) && '. They count as sent: no letter is written about them'}
              {named_supporters > 0 &&
                `. ${plural(named_supporters, 'student')} ${named_supporters === 1 ? 'has' : 'have'} a supporter without an email: the name is stored`}
              {made.empty.length > 0 && `. ${emptyWords(made.empty)}`}
            </p>
          </div>
        </Group>
        <Count count={wrong}>{wrong === 1 ? 'row needs' : 'rows need'} fixing</Count>
        {(isRecordImport(kind) || registered > 0) && (
          <Count count={registered}>
            {registered === 1 ? 'row is' : 'rows are'} already registered; nothing will change
          </Count>
        )}
        {kind === 'students' && (
          <Count count={skipped}>possible {skipped === 1 ? 'duplicate' : 'duplicates'} left out</Count>
        )}
      </Box>
      {money && <Money {...props} money={money} />}
    </section>
  )
}

/** `KES 3,180,000.00 of 3,214,500.00 is ready, in 1,140 receipts` */
const readyWords = ({ sheet, ready, leftOut }: Sums, receipts: number) =>
  leftOut === 0
    ? `The whole sheet is ready: KES ${shillingsText(ready)}, in ${plural(receipts, 'receipt')}`
    : `KES ${shillingsText(ready)} of ${shillingsText(sheet)} is ready, in ${plural(receipts, 'receipt')}`

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
