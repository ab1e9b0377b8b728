import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { draftKey } from '#contract/drafts.ts'
import type { GateDays } from '#contract/privacy/consentStates.ts'
import type { StudentConsents } from '#contract/privacy/consents.ts'
import { ageOn, type StudentRow, type StudentToEdit } from '#contract/students/students.ts'
import { studentToEditQuery } from '../../../students/studentApi.ts'
import { call } from '../../../ui/call.ts'
import { useToday } from '../../../ui/form/FormFields.tsx'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../../ui/modal/useModalLife.ts'
import { plural } from '../../../ui/plural.ts'
import { SilenceNotice } from '../../../ui/SilenceNotice.tsx'
import { noticeQuery } from '../../notice/noticeApi.ts'
import { consentsQuery, gateQuery, useConsentsSaved } from '../consentApi.ts'
import { ConsentFields } from './ConsentFields.tsx'
import { consentSchema, emptyConsent, skippedAnswers } from './consentValues.ts'
import { StudentLine } from '../../../students/StudentLine.tsx'

export type ConsentStudent = Pick<StudentRow, 'id' | 'name' | 'ref' | 'path' | 'status'>

type RecordConsentProps = {
  student: ConsentStudent
  /** The form, if it is chosen already. */
  file?: File | undefined
  /** `student` is another one if the user recorded the form for the student whom its code names. */
  onSaved?: (student: ConsentStudent) => void
  onClose: () => void
}

/** Records the answers of a family, beside their form. */
export function RecordConsentModal(props: RecordConsentProps) {
  /** The student whom the code on the form names instead. */
  const [other, setOther] = useState<{ student: ConsentStudent; file: File }>()
  const given = { ...props, ...other }
  const { id } = given.student
  const student = useQuery(studentToEditQuery(id))
  const consents = useQuery(consentsQuery(id))
  const gate = useQuery(gateQuery)
  const notice = useQuery(noticeQuery)
  const loaded = { student: student.data, consents: consents.data, gate: gate.data, notice: notice.data }
  if (loaded.student && loaded.consents && loaded.gate && loaded.notice)
    return (
      <LoadedForm
        key={id}
        {...given}
        isInstant={other !== undefined}
        facts={loaded.student}
        before={loaded.consents}
        gate={loaded.gate}
        versions={loaded.notice.versions}
        onOther={(named, file) => setOther({ student: named, file })}
      />
    )
  const failed = [student, consents, gate, notice].find(({ error }) => error)
  if (!failed) return <SilenceNotice />
  const retry = () => void Promise.all([student, consents, gate, notice].map(({ refetch }) => refetch()))
  return <Failure error={failed.error} onRetry={retry} onClose={props.onClose} />
}

type FailureProps = { error: Error | null; onRetry: () => void; onClose: () => void }

function Failure({ error, onRetry, onClose }: FailureProps) {
  const life = useModalLife(onClose)
  return (
    <ModalFrame life={life} title="Record Consent" shape="question">
      {error && <LoadFailure error={error} onRetry={onRetry} />}
    </ModalFrame>
  )
}

type LoadedProps = RecordConsentProps & {
  isInstant: boolean
  facts: StudentToEdit
  before: StudentConsents
  gate: GateDays
  /** Of the privacy notice, the newest first. */
  versions: string[]
  onOther: (student: ConsentStudent, file: File) => void
}

function LoadedForm(props: LoadedProps) {
  const { student, facts, before, gate, versions, file, isInstant, onSaved, onClose, onOther } = props
  const today = useToday()
  const [initialValues] = useState(() => emptyConsent(facts, today, file ?? null, versions[0]))
  const put = useConsentsSaved(student.id)
  const { dob } = facts
  const age = ageOn(dob, today)
  const isAgain = before.consents.some((consent) => consent.void === null)
  return (
    <FormModal
      title="Record Consent"
      subtitle={<StudentLine student={student} more={age === null ? undefined : plural(age, 'year')} />}
      shape="large"
      initialValues={initialValues}
      schema={consentSchema({ dob, today })}
      verb="Save Consent"
      warn={(output) => Promise.resolve(skippedAnswers(output, isAgain))}
      save={({ form, ...body }, transfer) =>
        call('POST /api/students/:id/consents', {
          params: { id: student.id },
          body,
          files: { form: form ?? undefined },
          ...transfer,
        })
      }
      onSaved={(answer) => {
        put(answer)
        onSaved?.(student)
      }}
      onClose={onClose}
      draft={draftKey('consent', 'add', student.id)}
      isInstant={isInstant}
    >
      {(form, upload) => (
        <ConsentFields
          form={form}
          upload={upload}
          student={facts}
          before={before}
          isAgain={isAgain}
          today={today}
          gate={gate}
          versions={versions}
          onOther={onOther}
        />
      )}
    </FormModal>
  )
}
