import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Returned } from '#contract/records.ts'
import { STUDENT_ACTIVE } from '#contract/students.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { Message } from '../ui/Message.tsx'
import frame from '../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../ui/modal/useModalLife.ts'
import type { RecordKind } from './recordKinds.ts'
import type { RecordStudent } from './RecordStudent.ts'
import { ReturnedChoices } from './ReturnedChoices.tsx'
import { returnedQuery } from './returnedQuery.ts'

type ReturnedPickerProps = {
  kind: RecordKind
  onPick: (student: RecordStudent, id: number) => void
  onClose: () => void
}

/** Which of the returned records is mended now. */
export function ReturnedPicker({ kind, onPick, onClose }: ReturnedPickerProps) {
  const { data: returned, error, refetch } = useQuery(returnedQuery(kind))
  const life = useModalLife(onClose)
  const records = returned?.data ?? []
  const isCut = returned !== undefined && records.length < returned.meta.total
  return (
    <ModalFrame
      life={life}
      title="Returned to You"
      subtitle={isCut && `The newest ${records.length} of ${returned.meta.total}`}
      width={560}
      onAskClose={life.close}
      fillsPhone
    >
      <div className={frame.body} aria-busy={!returned && !error}>
        {error && !returned && <LoadFailure error={error} onRetry={() => void refetch()} />}
        {returned && records.length === 0 && (
          <Message tone="note">Nothing is returned to you any more.</Message>
        )}
        {records.length > 0 && (
          <ReturnedChoices records={records} onPick={(record) => onPick(studentOf(record), record.id)} />
        )}
      </div>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Cancel
        </Button>
      </div>
    </ModalFrame>
  )
}

/** Only what is of active students is told. */
const studentOf = ({ student_id, student, ref, path }: Returned): RecordStudent => ({
  id: student_id,
  name: student,
  ref,
  path,
  status: STUDENT_ACTIVE,
})
