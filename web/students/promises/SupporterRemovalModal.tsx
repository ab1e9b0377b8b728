import { Stack } from '@mantine/core'
import { IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Commitment } from '#contract/money/commitments.ts'
import { termName } from '#contract/notifications.ts'
import { studentMessages } from '#contract/students/students.ts'
import { money } from '../../ui/amounts.ts'
import { Message } from '../../ui/Message.tsx'
import { ConfirmModal, NamedQuestion } from '../../ui/modal/ConfirmModal.tsx'
import { listOf } from '../../ui/plural.ts'
import { CurrentValue } from '../CurrentValue.tsx'
import { removeSupporter, useStudentChanges } from '../studentApi.ts'
import type { OneStudentProps } from '../StudentLine.tsx'
import { usePeriods } from './periods.ts'
import { promisesQuery, studentFundingQuery } from './promiseApi.ts'
import { ToFindRises } from './ToFindRises.tsx'

/** Asks before a student loses their supporter, and says which promises end with the support. */
export function SupporterRemovalModal({ student, onClose }: OneStudentProps) {
  const put = useStudentChanges()
  const { data: promised, isPending } = useQuery(promisesQuery(student.id))
  return (
    <ConfirmModal
      title="Set Supporter Data"
      verb="Remove"
      icon={IconUserMinus}
      confirm={(transfer) => removeSupporter(student.id, transfer)}
      isWaiting={isPending}
      onSaved={({ data }) => put(data)}
      onClose={onClose}
      facts={
        <Stack gap={10} mt={10}>
          <CurrentValue what="supporter">{student.supporter}</CurrentValue>
          {promised?.if_supporter_removed && (
            <EndingPromises
              student_id={student.id}
              promises={promised.data}
              ending={promised.if_supporter_removed}
            />
          )}
        </Stack>
      }
    >
      <NamedQuestion ask={studentMessages.confirmRemoval} name={student.name} />
    </ConfirmModal>
  )
}

type EndingPromisesProps = {
  student_id: number
  promises: Commitment[]
  ending: { promises: number[]; term_name: string; year_name: string }
}

/** Which promises end together with the support, and how much more is then to find. */
function EndingPromises({ student_id, promises, ending }: EndingPromisesProps) {
  const ended = promises.filter(({ id }) => ending.promises.includes(id))
  const periods = usePeriods()
  const last = periods?.find(({ name }) => name === termName(ending))
  const next = last && periods?.find(({ key }) => key > last.key)
  const { data: funding } = useQuery(studentFundingQuery(student_id, next?.year_id))
  if (ended.length === 0) return null
  const amounts = listOf(ended.map(({ amount }) => `KES ${money(amount)}`))
  return (
    <Message tone="note">
      {ended.length === 1
        ? `Their promise of ${amounts} a term then ends`
        : `Their promises of ${amounts} a term then end`}{' '}
      after <b className="el-strong">{termName(ending)}</b>.{' '}
      {funding && periods && last && (
        <ToFindRises
          funding={funding}
          periods={periods}
          change={{
            removed: ended,
            added: ended.map((promise) =>
              Object.assign({}, promise, { until_year_id: last.year_id, until_term_id: last.term_id }),
            ),
          }}
        />
      )}
    </Message>
  )
}
