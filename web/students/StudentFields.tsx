import { Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType, UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { canChooseLiaison, canEditSchools } from '#contract/permissions.ts'
import { BORN_FROM, categories, genders, NOT_KNOWN, type StudentForm } from '#contract/students.ts'
import { DateField } from '../ui/form/DateField.tsx'
import { SearchSelect } from '../ui/form/SearchSelect.tsx'
import { SelectBox } from '../ui/form/SelectBox.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'
import { SimilarStudents } from './duplicates/SimilarStudents.tsx'
import { EntryExamFields } from './EntryExamFields.tsx'
import { liaisonsQuery, schoolsQuery } from './studentApi.ts'
import classes from './StudentFields.module.css'
import { studentLabels, studentLabels as labels } from './studentLabels.ts'
import { rememberExam, type StudentValues, useToday } from './useStudentForm.ts'

type StudentFieldsProps<Values> = {
  form: UseFormReturnType<Values>
  /** The student's current liaison officer, who remains an option even if no longer offered for other students. */
  liaison?: { value: string; label: string } | undefined
  /** The student who is edited; undefined for a new one. */
  id?: number
  /** The field of the entry exam's PDF, where the form takes one. */
  paper?: ReactNode
  /** The field of the profile picture, where the form takes one. */
  picture?: ReactNode
}

/** Rendered together, depending on the exam. */
type ExamField = 'entry_exam' | 'kcpe' | 'assessment_no' | 'pathway'

const choicesOf = (names: Record<number, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

export function StudentFields<Values extends StudentValues>(props: StudentFieldsProps<Values>) {
  const { form, liaison, id, paper, picture } = props
  const { role, id: userId } = useSessionUser()
  const { data: schools, error: noSchools } = useQuery(schoolsQuery)
  const today = useToday()
  const choosesLiaison = canChooseLiaison(role)
  // An edited student is known: only a changed name or date of birth may belong to another child.
  const isOtherChild = id === undefined || form.isDirty('name') || form.isDirty('dob')
  const line = { autoComplete: 'off' }
  const number = { autoComplete: 'off', inputMode: 'numeric' } as const
  const fields: Record<Exclude<keyof StudentForm, ExamField>, ReactNode> = {
    name: <TextInput label={labels.name} {...line} {...form.getInputProps('name')} />,
    gender: (
      <SelectBox
        label={labels.gender}
        placeholder="Please Select Gender"
        data={choicesOf(genders)}
        {...form.getInputProps('gender')}
      />
    ),
    dob: <DateField label={labels.dob} min={BORN_FROM} max={today} {...form.getInputProps('dob')} />,
    dor: (
      <DateField
        label={labels.dor}
        min={form.values.dob}
        max={today}
        description={id === undefined && form.values.dor === today && 'Today. Change it if needed.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('dor')}
      />
    ),
    category: (
      <SelectBox
        label={labels.category}
        placeholder="Please Select Category"
        data={choicesOf(categories)}
        {...form.getInputProps('category')}
      />
    ),
    school_id: (
      <SearchSelect
        label={labels.school}
        placeholder="Please Select School"
        data={schools}
        description={schools?.length === 0 && <NoSchools />}
        {...form.getInputProps('school_id')}
        {...(noSchools && { error: noSchools.message })}
      />
    ),
    liaison_id: choosesLiaison && <LiaisonField present={liaison} {...form.getInputProps('liaison_id')} />,
    ambition: <TextInput label={labels.ambition} {...line} {...form.getInputProps('ambition')} />,
    languages: <TextInput label={labels.languages} {...line} {...form.getInputProps('languages')} />,
    siblings: <TextInput label={labels.siblings} {...number} {...form.getInputProps('siblings')} />,
    mother: <RelativeField label={labels.mother} input={form.getInputProps('mother')} />,
    father: <RelativeField label={labels.father} input={form.getInputProps('father')} />,
    guardian: <RelativeField label={labels.guardian} input={form.getInputProps('guardian')} />,
    background: <Textarea label={labels.background} rows={4} {...form.getInputProps('background')} />,
  }
  return (
    <div className={classes.parts}>
      <Part title="Child">
        <div className={classes.two}>{fields.name}</div>
        {fields.gender}
        {fields.dob}
        {fields.dor}
        {fields.category}
        {isOtherChild && <SimilarStudents name={form.values.name} dob={form.values.dob} except={id} />}
      </Part>
      <EntryExamFields
        form={form}
        paper={paper}
        onChosen={id === undefined ? (exam) => rememberExam(userId, exam) : undefined}
      />
      <Part title="School">
        <div className={classes.two}>{fields.school_id}</div>
        {fields.liaison_id}
      </Part>
      <Part title="Family">
        {fields.mother}
        {fields.father}
        {fields.guardian}
        {fields.siblings}
      </Part>
      <Part title="About the child">
        {fields.ambition}
        <div className={classes.two}>{fields.languages}</div>
        <div className={classes.all}>{fields.background}</div>
        {picture && <div className={classes.all}>{picture}</div>}
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.part}>
    <legend>{title}</legend>
    <div className={classes.fields}>{children}</div>
  </fieldset>
)

type RelativeFieldProps = { label: string; input: GetInputPropsReturnType }

/** A relative's name, or 'not known'. */
function RelativeField({ label, input }: RelativeFieldProps) {
  const typed = useRef('')
  const isUnknown = input.value === NOT_KNOWN
  const change = (isNow: boolean) => {
    if (isNow) typed.current = String(input.value)
    input.onChange(isNow ? NOT_KNOWN : typed.current)
  }
  return (
    <div className={classes.relative}>
      <TextInput label={label} autoComplete="off" {...input} disabled={isUnknown} />
      <label className={classes.unknown}>
        <input
          type="checkbox"
          aria-label={`${label} not known`}
          checked={isUnknown}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {NOT_KNOWN}
      </label>
    </div>
  )
}

function NoSchools() {
  const { role } = useSessionUser()
  if (!canEditSchools(role)) return 'There are no schools yet. Ask a coordinator to add one.'
  return (
    <>
      There are no schools yet.{' '}
      <Link to="/dashboard" search={{ menu: 'schools' }}>
        Add School
      </Link>
    </>
  )
}

type LiaisonFieldProps = {
  present: { value: string; label: string } | undefined
  value?: string
  onChange: (value: string) => void
}

function LiaisonField({ present, ...input }: LiaisonFieldProps) {
  const { data: liaisons = [], error } = useQuery(liaisonsQuery)
  const isMissing = present && !liaisons.some(({ value }) => value === present.value)
  return (
    <SearchSelect
      label={studentLabels.liaison}
      placeholder="Please Select Liaison Officer"
      data={isMissing ? [present, ...liaisons] : liaisons}
      {...input}
      {...(error && { error: error.message })}
    />
  )
}
