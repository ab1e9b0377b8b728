import { Button, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconClipboardList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#contract/base/days.ts'
import { namesOf } from '#contract/base/fields.ts'
import {
  seenDays,
  type WrongRecipient,
  wrongRecipientForm,
  type WrongThing,
  wrongThings,
} from '#contract/privacy/wrongRecipients.ts'
import { allSupportersQuery } from '../../students/studentApi.ts'
import { studentTitle } from '../../students/StudentSearch.tsx'
import { call } from '../../ui/call.ts'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { SearchSelect } from '../../ui/form/SearchSelect.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import { messageOf } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { useSessionUser } from '../../ui/sessionUser.ts'
import type { RecordStudent } from '../erasure/erasureApi.ts'
import { useRightsChanged } from '../requests/requestApi.ts'
import { BreachModal } from './BreachModal.tsx'
import classes from './registers.module.css'

type Values = { supporter_id: string; what: WrongThing | ''; on: string }
type WrongRecipientProps = { student: RecordStudent; onClose: () => void }
type Saved = WrongRecipient & { on: string }

/** Something reached the wrong supporter: asks them to delete it, then lists what they saw. */
export function WrongRecipientModal({ student, onClose }: WrongRecipientProps) {
  const changed = useRightsChanged()
  const [saved, setSaved] = useState<Saved>()
  const [step, setStep] = useState<'form' | 'seen' | 'breach'>('form')
  const today = useToday()
  const { name } = useSessionUser()
  const [initialValues] = useState<Values>({ supporter_id: '', what: '', on: today })
  if (step === 'seen' && saved)
    return (
      <WhatTheySaw student={student} saved={saved} onBreach={() => setStep('breach')} onClose={onClose} />
    )
  if (step === 'breach' && saved)
    return (
      <BreachModal
        begin={{
          what: 'Data of a child reached the wrong supporter.',
          noticed_by: name,
          happened_on: saved.on,
          done: saved.is_asked ? 'We asked the supporter to delete it.' : '',
          student_ids: [String(student.id)],
          students: [student],
        }}
        onClose={onClose}
      />
    )
  return (
    <FormModal
      title="Wrong Recipient"
      subtitle={studentTitle(student)}
      initialValues={initialValues}
      schema={wrongRecipientForm}
      verb="Ask to delete"
      save={async (body, transfer) => ({
        ...(await call('POST /api/students/:id/wrong-recipient', {
          params: { id: student.id },
          body,
          ...transfer,
        })),
        on: body.on,
      })}
      onSaved={({ data, on }) => {
        changed()
        setSaved({ ...data, on })
      }}
      onClose={() => (saved ? setStep('seen') : onClose())}
    >
      {(form) => <Fields form={form} />}
    </FormModal>
  )
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  const today = useToday()
  const { data, error } = useQuery(allSupportersQuery)
  return (
    <>
      <SearchSelect
        label="Who received it"
        placeholder="Search by name"
        data={data}
        data-autofocus
        {...form.getInputProps('supporter_id')}
        {...(error && { error: messageOf(error) })}
      />
      <SelectBox
        label="What they got"
        placeholder="Choose"
        data={namesOf(wrongThings).map((value) => ({ value, label: wrongThings[value] }))}
        {...form.getInputProps('what')}
      />
      <DateField label="Day" max={today} {...form.getInputProps('on')} />
      <p className="el-ui el-ink-2">
        Elimu writes them a letter that asks to delete it, and everything else of the child that they have; a
        disabled account gets no letter. It is noted in the child’s history and in ‘Who looked’.
      </p>
    </>
  )
}

type WhatTheySawProps = { student: RecordStudent; saved: Saved; onBreach: () => void; onClose: () => void }

function WhatTheySaw({
  student,
  saved: { supporter, is_asked, seen, on },
  onBreach,
  onClose,
}: WhatTheySawProps) {
  const life = useModalLife(onClose)
  return (
    <ModalFrame
      life={life}
      title="What They Saw"
      subtitle={`${supporter}, of ${studentTitle(student)}`}
      shape="narrow"
      isInstant
    >
      <Stack className={frame.body ?? ''} gap={12}>
        {seen.length === 0 ? (
          <p className="el-ui">
            Elimu has no record of anything that {supporter} saw of this child since {formatDay(on)}.
          </p>
        ) : (
          <ul className={`el-frame el-ruled ${classes.found}`}>
            {seen.map((each) => (
              <li key={each.what} className={classes.row}>
                <span className="el-break">{each.what}</span>
                <span className="el-sm el-ink-2 el-numbers">{seenDays(each)}</span>
              </li>
            ))}
          </ul>
        )}
        {!is_asked && (
          <Message tone="note">
            No letter could be sent, because the account of {supporter} is disabled. Ask them to delete it.
          </Message>
        )}
        <Message tone="note">
          If this puts the child at risk, note a breach: the Commissioner must know within 72 hours.
        </Message>
      </Stack>
      <div className={frame.foot}>
        <Button variant="default" onClick={life.close}>
          Close
        </Button>
        <Button leftSection={<IconClipboardList size={18} aria-hidden />} onClick={onBreach}>
          Note a breach
        </Button>
      </div>
    </ModalFrame>
  )
}
