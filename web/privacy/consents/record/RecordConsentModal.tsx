import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  adultOn,
  type GateDays,
  type Giver,
  givers,
  lastDayOfChild,
} from '#contract/privacy/consentStates.ts'
import type { StudentConsents } from '#contract/privacy/consents.ts'
import { type ConsentHow, giverWords, howWords, supporterSees } from '#contract/privacy/consentWords.ts'
import { draftKey } from '#contract/drafts.ts'
import { ageOn, type StudentRow, type StudentToEdit } from '#contract/students/students.ts'
import { studentToEditQuery } from '../../../students/studentApi.ts'
import { call } from '../../../ui/call.ts'
import { DateField } from '../../../ui/form/date/DateField.tsx'
import { FormModal } from '../../../ui/form/FormModal.tsx'
import { useToday } from '../../../ui/form/FormFields.tsx'
import { OptionalLabel } from '../../../ui/form/OptionalLabel.tsx'
import { SegmentField } from '../../../ui/form/SegmentField.tsx'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import { formatDay } from '../../../ui/formatDate.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { ModalFrame } from '../../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../../ui/modal/useModalLife.ts'
import type { Upload } from '../../../ui/modal/useSaving.ts'
import { paperFileName } from '../../../ui/paper/Paper.ts'
import { PdfDrop } from '../../../ui/paper/PdfDrop.tsx'
import { plural } from '../../../ui/plural.ts'
import { SilenceNotice } from '../../../ui/SilenceNotice.tsx'
import { noticeQuery } from '../../notice/noticeApi.ts'
import { consentsQuery, gateQuery, useConsentsSaved } from '../consentApi.ts'
import { Answers } from './Answers.tsx'
import {
  consentSchema,
  type ConsentValues,
  emptyConsent,
  mayGive,
  outcomeOf,
  renamed,
} from './consentValues.ts'
import { Paper } from './Paper.tsx'
import classes from './record.module.css'

export type ConsentStudent = Pick<StudentRow, 'id' | 'name' | 'ref' | 'path' | 'status'>

type RecordConsentProps = {
  student: ConsentStudent
  /** The form, if it is chosen already. */
  file?: File | undefined
  onSaved?: () => void
  onClose: () => void
}

/** Recording what a family answered, beside the form. */
export function RecordConsentModal(props: RecordConsentProps) {
  const { id } = props.student
  const student = useQuery(studentToEditQuery(id))
  const consents = useQuery(consentsQuery(id))
  const gate = useQuery(gateQuery)
  const notice = useQuery(noticeQuery)
  const loaded = { student: student.data, consents: consents.data, gate: gate.data, notice: notice.data }
  if (loaded.student && loaded.consents && loaded.gate && loaded.notice)
    return (
      <LoadedForm
        {...props}
        facts={loaded.student}
        before={loaded.consents}
        gate={loaded.gate}
        versions={loaded.notice.versions}
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
  facts: StudentToEdit
  before: StudentConsents
  gate: GateDays
  /** Of the privacy notice, the newest first. */
  versions: string[]
}

function LoadedForm(props: LoadedProps) {
  const { student, facts, before, gate, versions, file, onSaved, onClose } = props
  const today = useToday()
  const [initialValues] = useState(() => emptyConsent(facts, today, file ?? null, versions[0]))
  const put = useConsentsSaved(student.id)
  const { dob } = facts
  const age = ageOn(dob, today)
  return (
    <FormModal
      title="Record Consent"
      subtitle={[student.name, student.ref, ...(age === null ? [] : [plural(age, 'year')])].join(', ')}
      shape="large"
      initialValues={initialValues}
      schema={consentSchema({ dob, today })}
      verb="Save Consent"
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
        onSaved?.()
      }}
      onClose={onClose}
      draft={draftKey('consent', 'add', student.id)}
      paper={chosenPaper}
    >
      {(form, upload) => (
        <Fields
          form={form}
          upload={upload}
          student={facts}
          before={before}
          today={today}
          gate={gate}
          versions={versions}
        />
      )}
    </FormModal>
  )
}

type FieldsProps = {
  form: UseFormReturnType<ConsentValues>
  upload: Upload | undefined
  student: StudentToEdit
  before: StudentConsents
  today: string
  gate: GateDays
  versions: string[]
}

function Fields({ form, upload, student, before, today, gate, versions }: FieldsProps) {
  const { values } = form
  const { dob } = student
  const outcome = outcomeOf(values, before, { dob, today, gate })
  const supporter = student.supporter ?? (before.has_supporter ? 'the supporter' : undefined)
  const hasAnswer = Object.keys({ ...values.answers, ...values.child_answers }).length > 0
  return (
    <div className={classes.columns} data-paper={values.form !== null || undefined}>
      <div className={classes.fields}>
        <GiverField form={form} student={student} />
        <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
        <HowField form={form} />
        <SimpleGrid cols={2} spacing={12}>
          <DateField
            label="Date"
            max={today}
            {...(dob && { min: dob })}
            {...form.getInputProps('given_on')}
          />
          {values.given_by !== 'student' && (
            <DateField
              label="Until"
              description="At most the day before the 18th birthday."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={values.given_on}
              {...(dob && { max: lastDayOfChild(dob) })}
              {...form.getInputProps('until')}
            />
          )}
        </SimpleGrid>
        <ExplainedFields form={form} versions={versions} />
        <PdfDrop
          label="Form"
          hint={values.how === 'spoken' ? 'Optional for spoken consent.' : undefined}
          {...form.getInputProps('form')}
          onProblem={(problem) => form.setFieldError('form', problem)}
          upload={upload}
          target={{
            key: `${draftKey('consent', 'add', student.id)}-form`,
            what: 'Consent form',
            about: `${student.name}, ${student.ref}`,
            fileName: paperFileName(student.name, 'Consent form'),
          }}
        />
      </div>
      <div>
        <Answers
          form={form}
          student={student}
          outcome={outcome}
          isAgain={before.consents.some((consent) => consent.void === null)}
        />
        {supporter && hasAnswer && (
          <output className={classes.outcome}>
            <IconEye size={18} className="el-ink-3" aria-hidden />
            <span>From today {supporterSees(supporter, outcome.shared)}</span>
          </output>
        )}
      </div>
    </div>
  )
}

type PartProps = { form: UseFormReturnType<ConsentValues>; student: StudentToEdit }

const giverChoices = Object.values(giverWords)
const giverIn = (word: string) => givers.find((giver) => giverWords[giver] === word)

/** Only those who may give it on the day of the form. */
function GiverField({ form, student }: PartProps) {
  const { given_by, given_on } = form.values
  const choose = (giver: Giver | undefined) => {
    if (!giver) return
    form.setFieldValue('name', renamed(form.values, giver, student))
    form.setFieldValue('given_by', giver)
  }
  return (
    <SegmentField
      label="Who gives the consent"
      choices={giverChoices}
      isOff={(word) => !mayGive(giverIn(word) ?? 'student', given_on, student.dob)}
      value={given_by && giverWords[given_by]}
      onChange={(word) => choose(giverIn(word))}
      description={ageNote(student.dob, given_on)}
      error={form.errors['given_by']}
    />
  )
}

function ageNote(dob: string | null, on: string): string {
  if (dob === null) return 'The date of birth is not known. From 18 on, only the student gives it.'
  const adult = adultOn(dob)
  return on >= adult
    ? `Only the student, who was 18 on ${formatDay(adult)}.`
    : `The student alone from ${formatDay(adult)}, the 18th birthday.`
}

const howChoices = Object.values(howWords)
const howIn = (word: string) =>
  (Object.keys(howWords) as ConsentHow[]).find((how) => howWords[how] === word) ?? ''

function HowField({ form }: Pick<PartProps, 'form'>) {
  const { how } = form.values
  return (
    <>
      <SegmentField
        label="How"
        choices={howChoices}
        value={how && howWords[how]}
        onChange={(word) => form.setFieldValue('how', howIn(word))}
        error={form.errors['how']}
      />
      {(how === 'thumbprint' || how === 'spoken') && (
        <TextInput
          label="Witness"
          description="First and last name of another person. Needed for a thumbprint and for spoken consent."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...form.getInputProps('witness')}
        />
      )}
    </>
  )
}

/** What the family was told before, by whom and where. */
const ExplainedFields = ({ form, versions }: Pick<FieldsProps, 'form' | 'versions'>) => (
  <>
    <SimpleGrid cols={2} spacing={12}>
      <TextInput
        label={<OptionalLabel>Explained by</OptionalLabel>}
        autoComplete="off"
        {...form.getInputProps('explained_by')}
      />
      <TextInput
        label={<OptionalLabel>Place</OptionalLabel>}
        autoComplete="off"
        {...form.getInputProps('place')}
      />
    </SimpleGrid>
    {versions.length > 0 && (
      <SelectBox
        label="Privacy notice"
        description="As printed on the form."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="None was shown"
        data={versions.map((version) => ({ value: version, label: `Version ${version}` }))}
        {...form.getInputProps('notice_version')}
      />
    )}
  </>
)

/** The chosen form, to read the answers from. */
const chosenPaper = ({ form }: ConsentValues) => (form ? <Paper file={form} /> : undefined)
