import { Button, Group, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { PairAnswerForm, PairedStudent } from '#contract/students/duplicates.ts'
import { STUDENT_ACTIVE, studentStatuses } from '#contract/students/students.ts'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { Message } from '../../ui/Message.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { leftBehind } from './comparePair.ts'
import classes from './SameChild.module.css'
import { duplicatesKey } from './duplicateApi.ts'

const StudentEditModal = lazyDialog(
  async () => (await import('../form/StudentFormModals.tsx')).StudentEditModal,
)

const DISCONTINUED = 1

type SameChildProps = {
  kept: PairedStudent
  closed: PairedStudent
  /** Called without a status if the record already has it. */
  onAnswer: (close: PairAnswerForm['close']) => void
  onCancel: () => void
}

/** The step after 'Same child': the status of the record that is no longer used. */
export function SameChild({ kept, closed, onAnswer, onCancel }: SameChildProps) {
  const client = useQueryClient()
  const [isEditing, setIsEditing] = useState(false)
  const [status, setStatus] = useState(closed.status === STUDENT_ACTIVE ? DISCONTINUED : closed.status)
  const [reason, setReason] = useState(`Registered twice. The record in use is ${kept.ref}.`)
  const isChange = status !== closed.status
  const records = closed.reports + closed.receipts
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onAnswer(isChange ? { id: closed.id, status, reason } : undefined)
        }}
      >
        <div className={`el-line ${classes.step}`}>
          <Message tone="note">
            {leftBehind(closed, kept)}{' '}
            {records > 0 && (
              <Link
                to="/dashboard"
                search={{
                  menu: 'profile',
                  student: closed.id,
                  profile: closed.reports > 0 ? 'academics' : 'finance',
                }}
                state={{ openedFrom: 'duplicates' }}
              >
                Open {closed.reports > 0 ? 'its records' : records === 1 ? 'the receipt' : 'the receipts'}
              </Link>
            )}
          </Message>
          <SelectBox
            label={`Set the status of ${closed.ref} to`}
            data={Object.entries(studentStatuses).map(([value, word]) => ({
              value,
              label: Number(value) === closed.status ? `${word}, as it is` : word,
            }))}
            value={String(status)}
            onChange={({ currentTarget }) => setStatus(Number(currentTarget.value))}
          />
          <TextInput
            label="Reason, for the history"
            maxLength={200}
            disabled={!isChange}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </div>
        <Group className={`el-line ${classes.foot}`} gap="s2" p={{ base: '12px 14px', sm: '12px 16px' }}>
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
          {kept.status === STUDENT_ACTIVE && (
            <Button
              variant="default"
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => setIsEditing(true)}
            >
              Edit {kept.ref}
            </Button>
          )}
          <Button type="submit">
            {isChange
              ? `Set ${closed.ref} to ${studentStatuses[status as keyof typeof studentStatuses]}`
              : 'Save answer'}
          </Button>
        </Group>
      </form>
      {/* Outside the form, because this form's submit event would reach it too. */}
      {isEditing && (
        <StudentEditModal
          student={kept}
          onClose={() => {
            setIsEditing(false)
            void client.invalidateQueries({ queryKey: duplicatesKey })
          }}
        />
      )}
    </>
  )
}
