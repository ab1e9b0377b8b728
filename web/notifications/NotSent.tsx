import { Box, Group, Text } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { NotificationPreview, NotificationRow } from '#contract/notifications.ts'
import { canSeeLiaisonAndSupporter, canSetSupporter } from '#contract/permissions.ts'
import type { RecordKind } from '../records/recordKinds.ts'
import { lazyDialog } from '../ui/modal/lazyDialog.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { previewsKey } from './notificationApi.ts'
import { type Counts, countsOf, inWords, countNotSent } from './sendWords.ts'
import classes from './Send.module.css'

const SupporterModal = lazyDialog(async () => (await import('../students/StudentModal.tsx')).SupporterModal)

type NotSentProps = {
  preview: NotificationPreview
  time: NotificationRow
  /** Opens the term's unverified records; undefined for users who may not verify. */
  onVerify: ((kind: RecordKind) => void) | undefined
}

/** The records that are not sent, by reason. Each reason links to exactly the students or records that it counts. */
export function NotSent({ preview, time, onVerify }: NotSentProps) {
  const { role } = useSessionUser()
  const client = useQueryClient()
  const [lonelyOne, setLonelyOne] = useState<NotificationPreview['left_out'][number]>()
  const { left_out, pending, returned } = preview
  const staying = countNotSent(preview)
  if (staying.reports + staying.receipts === 0) return null
  const withoutSupporter = left_out.filter(({ reason }) => reason === 'noSupporter')
  const disabled = left_out.filter(({ reason }) => reason === 'disabled')
  const restricted = left_out.filter(({ reason }) => reason === 'restricted')
  const notShared = left_out.filter(({ reason }) => reason === 'notShared')
  const accounts = [
    ...new Map(disabled.flatMap(({ supporter }) => (supporter ? [[supporter.id, supporter]] : []))).values(),
  ]
  return (
    <Box component="section" className="el-frame" mb={14} aria-labelledby="what-stays">
      <Group justify="space-between" align="baseline" gap="0 10px" p="9px 16px" bg="var(--el-sunken)">
        <h3 id="what-stays" className="el-ui">
          Not sent, and why
        </h3>
        <Text span inherit fz="sm" className="el-ink-2">
          {inWords(staying)}
        </Text>
      </Group>
      <ul>
        {withoutSupporter.length > 0 && (
          <Reason
            count={withoutSupporter.length}
            words={['student has no supporter', 'students have no supporter']}
            of={countsOf(withoutSupporter)}
            who={withoutSupporter.map((student) => ({
              id: student.id,
              more: student.ref,
              name: canSetSupporter(role) ? (
                <Box
                  component="button"
                  type="button"
                  className="el-link"
                  fw={400}
                  td="underline"
                  aria-label={`Add supporter to ${student.name}`}
                  onClick={() => setLonelyOne(student)}
                >
                  {student.name}
                </Box>
              ) : (
                student.name
              ),
            }))}
          >
            {canSetSupporter(role) && (
              <FixLink search={{ menu: 'students', unsent_year: time.year_id, unsent_term: time.term_id }}>
                Add supporters
              </FixLink>
            )}
          </Reason>
        )}
        {disabled.length > 0 && (
          <Reason
            count={accounts.length}
            words={['supporter’s account is disabled', 'supporters’ accounts are disabled']}
            of={countsOf(disabled)}
            who={accounts.map(({ id, name, email }) => ({
              id,
              name: (
                <Link to="/dashboard" search={{ menu: 'users', search: email }}>
                  {name}
                </Link>
              ),
              more: `for ${disabled
                .filter(({ supporter }) => supporter?.id === id)
                .map((student) => student.name)
                .join(', ')}`,
            }))}
          >
            <FixLink search={{ menu: 'users', sort: 'status' }}>Open accounts</FixLink>
          </Reason>
        )}
        {restricted.length > 0 && (
          <Reason
            count={restricted.length}
            words={['student’s record is restricted', 'students’ records are restricted']}
            of={countsOf(restricted)}
            who={restricted.map(linkToProfile)}
          >
            {canSeeLiaisonAndSupporter(role) && (
              <FixLink search={{ menu: 'students', restricted: '1' }}>See them</FixLink>
            )}
          </Reason>
        )}
        {notShared.length > 0 && (
          <Reason
            count={notShared.length}
            words={['student’s family does not share progress', 'students’ families do not share progress']}
            of={countsOf(notShared)}
            who={notShared.map(linkToProfile)}
          >
            <FixLink search={{ menu: 'consents', consent: 'some_refused' }}>Open consents</FixLink>
          </Reason>
        )}
        {pending.students > 0 && (
          <Reason
            count={pending.students}
            words={['student has records not approved yet', 'students have records not approved yet']}
            of={pending}
          >
            {onVerify && (
              <button
                type="button"
                className={`el-link ${classes.fix}`}
                onClick={() => onVerify(pending.reports > 0 ? 'report' : 'receipt')}
              >
                Verify them
                <IconChevronRight size={18} aria-hidden />
              </button>
            )}
          </Reason>
        )}
        {returned.students > 0 && (
          <Reason
            count={returned.students}
            words={[
              'student has records returned to their authors',
              'students have records returned to their authors',
            ]}
            of={returned}
          >
            <FixLink
              search={{ menu: 'missing', year: time.year_name, term: time.term_name, lack: 'returned' }}
            >
              See them
            </FixLink>
          </Reason>
        )}
      </ul>
      {lonelyOne && (
        <SupporterModal
          student={{ ...lonelyOne, supporter: null }}
          onClose={() => {
            setLonelyOne(undefined)
            void client.invalidateQueries({ queryKey: previewsKey })
          }}
        />
      )}
    </Box>
  )
}

const linkToProfile = ({ id, name, ref }: NotificationPreview['left_out'][number]) => ({
  id,
  more: ref,
  name: (
    <Link to="/dashboard" search={{ menu: 'profile', student: id }}>
      {name}
    </Link>
  ),
})

const FixLink = ({ search, children }: Pick<LinkProps, 'search'> & { children: string }) => (
  <Link to="/dashboard" search={search} className={`el-link ${classes.fix}`}>
    {children}
    <IconChevronRight size={18} aria-hidden />
  </Link>
)

type ReasonProps = {
  count: number
  /** For one, and for several. */
  words: [one: string, many: string]
  of: Counts
  /** The people by name. */
  who?: { id: number; name: ReactNode; more: string }[]
  /** The link or button to all of them. */
  children: ReactNode
}

const Reason = ({ count, words, of, who, children }: ReasonProps) => (
  <li className="el-line">
    <Group
      className="el-numbers"
      gap={10}
      wrap="nowrap"
      align="baseline"
      p={{ base: '9px 8px 2px 14px', sm: '2px 8px 2px 16px' }}
      lh="ui"
    >
      <Text component="strong" inherit w={22} ta="right" fw="var(--el-fw-head)">
        {count}
      </Text>
      <Group className="el-grow" gap="2px 10px" mih={42}>
        <Box flex="1 1 200px">{words[count === 1 ? 0 : 1]}</Box>
        <Text span inherit fz="sm" className="el-ink-2">
          {inWords(of, ', ')}
        </Text>
        <Group justify="flex-end" w={{ sm: 142 }} ml="auto">
          {children}
        </Group>
      </Group>
    </Group>
    {who && (
      <details className={`el-sm el-ink-2 ${classes.who}`}>
        <summary>Who</summary>
        <ul>
          {who.map(({ id, name, more }) => (
            <li key={id}>
              {name} {more}
            </li>
          ))}
        </ul>
      </details>
    )}
  </li>
)
