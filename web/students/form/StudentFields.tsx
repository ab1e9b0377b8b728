import { Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { NOT_KNOWN } from '#contract/base/unknown.ts'
import { canChooseLiaison, canEditSchools } from '#contract/permissions.ts'
import { studentFields } from '#contract/students/students.ts'
import { FieldInput, FormFields, otherFields, useToday } from '../../ui/form/FormFields.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { SimilarStudents } from '../duplicates/SimilarStudents.tsx'
import { EntryExamFields } from './EntryExamFields.tsx'
import { liaisonsQuery, schoolsQuery } from '../studentApi.ts'
import classes from './StudentFields.module.css'
import { rememberExam, type StudentValues } from './useStudentForm.ts'

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

/** The parts of the form. Fields that are in none of them are under About the child, above the background. */
const parts = {
  child: ['name', 'gender', 'dob', 'dor', 'category'],
  exam: ['entry_exam', 'kcpe', 'assessment_no', 'pathway'],
  school: ['school_id', 'admission_no', 'liaison_id'],
  family: ['mother', 'father', 'guardian', 'guardian_phone', 'siblings'],
  background: ['background'],
} as const
const about = otherFields(studentFields, Object.values(parts).flat())

export function StudentFields<Values extends StudentValues>(props: StudentFieldsProps<Values>) {
  const { form, liaison, id, paper, picture } = props
  const { role, id: userId } = useSessionUser()
  const { data: schools, error: noSchools } = useQuery(schoolsQuery)
  const today = useToday()
  // An edited student is known: only a changed name, date of birth or admission number may belong to another child.
  const isOtherChild =
    id === undefined || form.isDirty('name') || form.isDirty('dob') || form.isDirty('admission_no')
  const isToday = id === undefined && form.values.dor === today
  const fields = {
    form,
    fields: studentFields,
    special: {
      dor: { min: form.values.dob, note: isToday && 'Today. Change it if needed.' },
      school_id: {
        choices: schools,
        description: schools?.length === 0 && <NoSchools />,
        ...(noSchools && { error: noSchools.message }),
      },
    },
    own: {
      liaison_id: canChooseLiaison(role) && <LiaisonField form={form} present={liaison} />,
      mother: <RelativeField form={form} name="mother" />,
      father: <RelativeField form={form} name="father" />,
      guardian: <RelativeField form={form} name="guardian" />,
    },
    widths: {
      name: classes.two,
      // With the liaison officer, the part has three fields.
      school_id: canChooseLiaison(role) ? undefined : classes.two,
      // Two fields fill a row of three columns; a third one shares it.
      languages: about.length % 3 === 2 ? classes.two : undefined,
      background: classes.all,
    },
  }
  return (
    <Stack gap={18}>
      <Part title="Child">
        <FormFields {...fields} names={parts.child} />
        {isOtherChild && (
          <SimilarStudents
            name={form.values.name}
            dob={form.values.dob}
            school_id={form.values.school_id}
            admission_no={form.values.admission_no}
            except={id}
          />
        )}
      </Part>
      <EntryExamFields
        form={form}
        paper={paper}
        onChosen={id === undefined ? (exam) => rememberExam(userId, exam) : undefined}
      />
      <Part title="School">
        <FormFields {...fields} names={parts.school} />
      </Part>
      <Part title="Family">
        <FormFields {...fields} names={parts.family} />
      </Part>
      <Part title="About the child">
        <FormFields {...fields} names={[...about, ...parts.background]} />
        {picture && <div className={classes.all}>{picture}</div>}
      </Part>
    </Stack>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className={classes.part}>
    <legend className="el-h3 el-strong">{title}</legend>
    <div className={classes.fields}>{children}</div>
  </fieldset>
)

type RelativeFieldProps<Values> = {
  form: UseFormReturnType<Values>
  name: 'mother' | 'father' | 'guardian'
}

/** A relative's name, or 'not known'. */
function RelativeField<Values>({ form, name }: RelativeFieldProps<Values>) {
  const typed = useRef('')
  const { value, onChange } = form.getInputProps(name)
  const field = studentFields[name]
  const isUnknown = value === NOT_KNOWN
  const change = (isNow: boolean) => {
    if (isNow) typed.current = String(value)
    onChange(isNow ? NOT_KNOWN : typed.current)
  }
  return (
    <div className={classes.relative}>
      <FieldInput form={form} name={name} field={field} disabled={isUnknown} />
      <label className={classes.unknown}>
        <input
          type="checkbox"
          aria-label={`${field.label} not known`}
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

type LiaisonFieldProps<Values> = Pick<StudentFieldsProps<Values>, 'form'> & {
  present: StudentFieldsProps<Values>['liaison']
}

function LiaisonField<Values>({ form, present }: LiaisonFieldProps<Values>) {
  const { data: liaisons = [], error } = useQuery(liaisonsQuery)
  const isMissing = present && !liaisons.some(({ value }) => value === present.value)
  return (
    <FieldInput
      form={form}
      name="liaison_id"
      field={studentFields.liaison_id}
      choices={isMissing ? [present, ...liaisons] : liaisons}
      {...(error && { error: error.message })}
    />
  )
}
