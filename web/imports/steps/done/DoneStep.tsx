import { Box, Button, Flex, Group } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck, IconMail } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import type { Import, ImportKind } from '#contract/imports.ts'
import { canImportUsers } from '#contract/permissions.ts'
import { CardHead } from '../../../ui/card/CardHead.tsx'
import { call } from '../../../ui/call.ts'
import { formatDateTime, onOneLine } from '../../../ui/formatDate.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Message, StatementMark } from '../../../ui/Message.tsx'
import { newIdempotencyKey } from '../../../ui/modal/idempotencyKey.ts'
import { plural } from '../../../ui/plural.ts'
import { useSessionUser } from '../../../ui/sessionUser.ts'
import { listMenus } from '../../importAddress.ts'
import { ImportFiles } from './ImportFiles.tsx'
import { importQuery, type ImportWithRows } from '../../importApi.ts'
import { useLeftOut } from '../../leftOut.ts'
import { ImportFrame } from '../../ImportFrame.tsx'
import frame from '../../imports.module.css'
import { importedWords, listOfKind, nounOf, nounsOf, UNDONE_BY } from '../../rowWords.ts'
import { EarlierImports } from './EarlierImports.tsx'
import { LeftOutCard } from './LeftOutCard.tsx'
import { useUndoImport } from './useUndoImport.tsx'

type DoneStepProps = { id: number; kind: ImportKind }

/** Step 5: the result of this or an earlier import, and what to do next. */
export function DoneStep({ id, kind }: DoneStepProps) {
  const { data, error, refetch } = useQuery(importQuery(id))
  const { ask, outcome, modal } = useUndoImport()
  const { leftOut: all } = useLeftOut()
  const newest = all?.[kind]
  const leftOut = newest?.import_id === id ? newest : undefined
  return (
    <ImportFrame
      kind={kind}
      step="done"
      subtitle={
        data &&
        `${data.file ? `From ${data.file}, by` : 'By'} ${data.by}, ${onOneLine(formatDateTime(data.at))}.`
      }
    >
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {outcome}
      {data && <Outcome of={data} parts={leftOut?.parts ?? 1} onUndo={ask} />}
      {data && all && <LeftOutCard of={data} leftOut={leftOut} />}
      {data && listMenus[data.kind] === 'users' && !data.undone_at && <Invitations of={data} />}
      {data?.kind === 'students' && !data.undone_at && <ImportFiles importId={id} />}
      {data && <EarlierImports kind={kind} />}
      {modal}
    </ImportFrame>
  )
}

type OutcomeProps = {
  of: ImportWithRows
  /** The number of imports that its sheet was divided into. */
  parts: number
  onUndo: (of: Import) => void
}

function Outcome({ of, parts, onUndo }: OutcomeProps) {
  const { kind, created, updated, skipped, schools, clusters, lookups, undone_at, left } = of
  const noun = nounOf(kind)
  return (
    <section className="el-card">
      <Group gap={16} p={{ base: '16px var(--el-pad)', sm: '20px var(--el-pad)' }}>
        <StatementMark
          Icon={undone_at ? IconArrowBackUp : IconCircleCheck}
          tone={undone_at ? 'grey' : 'green'}
        />
        <Box flex={{ base: '1 1 60%', lg: 1 }}>
          <h2 className={frame.figure}>
            {left > 0
              ? 'A part of this import was undone'
              : undone_at
                ? 'This import was undone'
                : importedWords(kind, of)}
          </h2>
          <p className={frame.text}>
            {undone_at
              ? `Undone ${formatDateTime(undone_at)}.${left > 0 ? ` ${plural(left, 'row')} of it ${left === 1 ? 'stays' : 'stay'}, because of changes or records since. Finish the undo when these are gone.` : ''}`
              : `${parts > 1 ? `The sheet was imported in ${parts} parts, which are listed below and undone one by one. ` : ''}They are in the list now. If something is wrong, ${of.can_undo ? 'undo' : UNDONE_BY} the whole import; ${nounsOf(kind)} changed since then are kept, and are listed afterwards.`}
          </p>
        </Box>
        <Flex
          gap={8}
          align={{ base: 'stretch', sm: 'center' }}
          direction={{ base: 'column-reverse', sm: 'row' }}
          flex={{ base: '1 0 100%', sm: 'none' }}
        >
          {of.can_undo && (
            <Button
              variant="default"
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              onClick={() => onUndo(of)}
            >
              {undone_at ? 'Finish undoing' : 'Undo this import'}
            </Button>
          )}
          <Button
            renderRoot={(props) => <Link to="/dashboard" search={{ menu: listMenus[kind] }} {...props} />}
          >
            See {listOfKind(kind)}
          </Button>
        </Flex>
      </Group>
      <Box component="dl" className="el-line el-wrap el-cells" bdrs="0 0 9px 9px">
        <Made count={created}>
          new {created === 1 ? noun : nounsOf(kind)}
          {kind === 'students' && refsOf(of)}
        </Made>
        {(kind === 'students' || updated > 0) && (
          <Made count={updated}>{updated === 1 ? noun : nounsOf(kind)} updated</Made>
        )}
        {kind === 'students' && <Made count={schools}>{schools === 1 ? 'school' : 'schools'} added</Made>}
        {kind === 'schools' && <Made count={clusters}>{clusters === 1 ? 'cluster' : 'clusters'} added</Made>}
        {lookups > 0 && <Made count={lookups}>added to the years, terms, classes and subjects</Made>}
        <Made count={skipped}>{skipped === 1 ? 'row' : 'rows'} left out</Made>
      </Box>
    </section>
  )
}

const Made = ({ count, children }: { count: number; children: ReactNode }) => (
  <Flex
    direction="column-reverse"
    justify="flex-end"
    flex="1 1 160px"
    p="12px var(--el-pad) clamp(12px, 1.83vw, 14px)"
  >
    <dt className="el-ui el-ink-2 el-numbers">{children}</dt>
    <dd className="el-h2 el-numbers">{count}</dd>
  </Flex>
)

/** `, EL-0413 to EL-1182` */
function refsOf({ rows }: ImportWithRows): string {
  const refs = rows.flatMap(({ is_new, ref }) => (is_new && ref ? ref : []))
  const [first, last] = [refs[0], refs.at(-1)]
  return first && last ? (first === last ? `, ${first}` : `, ${first} to ${last}`) : ''
}

/** Imported users cannot sign in until they are invited. */
function Invitations({ of }: { of: ImportWithRows }) {
  const { role } = useSessionUser()
  const client = useQueryClient()
  const key = useRef(newIdempotencyKey())
  const inviting = useMutation({
    mutationFn: () =>
      call('POST /api/imports/:id/invitations', {
        params: { id: of.id },
        idempotencyKey: key.current,
        action: { verb: 'invite the imported staff' },
      }),
    onSuccess: () => {
      key.current = newIdempotencyKey()
      return client.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  const { uninvited, kind } = of
  return (
    <section className="el-card" aria-label="Invitations">
      <CardHead
        title="Invitations"
        about={
          uninvited > 0
            ? `${plural(uninvited, nounOf(kind))} ${uninvited === 1 ? 'has' : 'have'} not been invited. An invitation contains the link to create a password.`
            : 'All users of this import have been invited.'
        }
      >
        {uninvited > 0 && canImportUsers(role) && (
          <Button
            variant="default"
            leftSection={<IconMail size={18} aria-hidden />}
            disabled={inviting.isPending}
            onClick={() => inviting.mutate()}
          >
            {inviting.isPending ? 'Sending …' : `Send ${plural(uninvited, 'invitation')}`}
          </Button>
        )}
      </CardHead>
      {(inviting.error || inviting.data) && (
        <Box p="0 var(--el-pad) var(--el-pad-y)">
          {inviting.error && <Message tone="bad">{inviting.error.message}</Message>}
          {inviting.data && !inviting.error && <Message tone="good">{inviting.data.message}</Message>}
        </Box>
      )}
    </section>
  )
}
