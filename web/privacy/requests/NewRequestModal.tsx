import { Group, Input, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconCalendarDue } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { formatDay, isDay } from '#contract/base/days.ts'
import { namesOf } from '#contract/base/fields.ts'
import { draftKey } from '#contract/drafts.ts'
import { dueOn, type RequestKind, requestForm, requestKinds } from '#contract/privacy/requests.ts'
import type { StudentRow } from '#contract/students/students.ts'
import { StudentSearch, studentTitle } from '../../students/StudentSearch.tsx'
import { call } from '../../ui/call.ts'
import { ChoiceCards } from '../../ui/form/ChoiceCards.tsx'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { SelectBox } from '../../ui/form/SelectBox.tsx'
import type { Upload } from '../../ui/modal/useSaving.ts'
import { paperFileName } from '../../ui/paper/Paper.ts'
import { PdfDrop } from '../../ui/paper/PdfDrop.tsx'
import { plural } from '../../ui/plural.ts'
import { useRightsChanged } from './requestApi.ts'
import classes from './requests.module.css'

type Values = {
  kind: RequestKind | ''
  student_id: string
  /** The name and ref of the student, for the draft. */
  student: string
  asked_by: string
  relation: string
  identity_check: string
  asked_on: string
  words: string
  letter: File | null
}

type NewRequestProps = {
  /** If it is opened from a student's page. */
  student?: Pick<StudentRow, 'id' | 'name' | 'ref'> | undefined
  onClose: () => void
}

const schema = requestForm.extend({ letter: z.file().nullable() })

/** Adds what a family or a student asks about a record. */
export function NewRequestModal({ student, onClose }: NewRequestProps) {
  const today = useToday()
  const changed = useRightsChanged()
  const key = draftKey('request', 'add', student?.id)
  const [initialValues] = useState<Values>(() => ({
    kind: '',
    student_id: student ? String(student.id) : '',
    student: student ? studentTitle(student) : '',
    asked_by: '',
    relation: '',
    identity_check: '',
    asked_on: today,
    words: '',
    letter: null,
  }))
  return (
    <FormModal
      title="New Request"
      subtitle={student && studentTitle(student)}
      initialValues={initialValues}
      schema={schema}
      verb="Save Request"
      save={({ letter, ...body }, transfer) =>
        call('POST /api/requests', { body, files: { letter: letter ?? undefined }, ...transfer })
      }
      onSaved={changed}
      onClose={onClose}
      draft={key}
    >
      {(form, upload) => (
        <Fields form={form} upload={upload} today={today} isOfOne={student !== undefined} draft={key} />
      )}
    </FormModal>
  )
}

type FieldsProps = {
  form: UseFormReturnType<Values>
  upload: Upload | undefined
  today: string
  /** Whether the student is given. */
  isOfOne: boolean
  /** Where photographs of the letter are stored. */
  draft: string
}

const relations = ['Mother', 'Father', 'Guardian', 'The student', 'Another relative', 'Somebody else']
const proofs = [
  'National ID card',
  'Passport',
  'Known to the liaison officer',
  'The phone number in the record',
]

function Fields({ form, upload, today, isOfOne, draft }: FieldsProps) {
  const { values } = form
  const id = useId()
  return (
    <>
      <KindField form={form} />
      {!isOfOne && <StudentField form={form} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={14}>
        <TextInput label="Who asks" autoComplete="off" {...form.getInputProps('asked_by')} />
        <SelectBox
          label="Relation to the student"
          placeholder="Choose"
          data={relations.map((value) => ({ value, label: value }))}
          {...form.getInputProps('relation')}
        />
      </SimpleGrid>
      <div className={classes.pair}>
        <TextInput
          label="How they proved who they are"
          list={`${id}-proofs`}
          autoComplete="off"
          {...form.getInputProps('identity_check')}
        />
        <datalist id={`${id}-proofs`}>
          {proofs.map((proof) => (
            <option key={proof}>{proof}</option>
          ))}
        </datalist>
        <DateField label="Asked on" max={today} {...form.getInputProps('asked_on')} />
      </div>
      <Textarea
        label="What they ask, in their own words"
        autosize
        minRows={2}
        {...form.getInputProps('words')}
      />
      <PdfDrop
        label="The letter"
        hint="Optional."
        {...form.getInputProps('letter')}
        onProblem={(problem) => form.setFieldError('letter', problem)}
        upload={upload}
        target={{
          key: `${draft}-letter`,
          what: 'Letter of a request',
          about: values.student,
          fileName: paperFileName(values.student, 'Request'),
        }}
      />
      {values.kind !== '' && isDay(values.asked_on) && (
        <Group component="output" gap={8} wrap="nowrap" className="el-ui el-ink-2 el-numbers">
          <IconCalendarDue size={18} className="el-ink-3" aria-hidden />
          <span>
            Due <b className="el-strong">{formatDay(dueOn(values.kind, values.asked_on))}</b>
          </span>
        </Group>
      )}
    </>
  )
}

type PartProps = Pick<FieldsProps, 'form'>

function KindField({ form }: PartProps) {
  const id = useId()
  const error = form.errors['kind']
  return (
    <div>
      <Input.Label id={id} labelElement="div" mb={6}>
        What is asked for
      </Input.Label>
      <ChoiceCards<RequestKind | ''>
        labelledBy={id}
        className={classes.kinds}
        choices={namesOf(requestKinds).map((kind) => {
          const { title, says, days } = requestKinds[kind]
          return {
            value: kind,
            content: (
              <>
                <span>
                  <b className="el-strong">{title}</b> <span className="el-ink-2">{says}</span>
                </span>
                <span className="el-ink-2 el-numbers">{plural(days, 'day')}</span>
              </>
            ),
          }
        })}
        value={form.values.kind}
        onChange={(kind) => form.setFieldValue('kind', kind)}
      />
      {error && (
        <Input.Error role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
    </div>
  )
}

/** Any student, also one who has left. */
const StudentField = ({ form }: PartProps) => (
  <StudentSearch
    label="Student"
    {...form.getInputProps('student_id')}
    title={form.values.student}
    onChoose={(student) => form.setValues({ student_id: String(student.id), student: studentTitle(student) })}
  />
)
