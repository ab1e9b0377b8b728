import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconEye } from '@tabler/icons-react'
import {
  adultOn,
  type GateDays,
  type Giver,
  givers,
  lastDayOfChild,
} from '#contract/privacy/consentStates.ts'
import type { StudentConsents } from '#contract/privacy/consents.ts'
import { type ConsentHow, giverWords, howWords, supporterSees } from '#contract/privacy/consentWords.ts'
import type { FoundStudent } from '#contract/search.ts'
import type { StudentToEdit } from '#contract/students/students.ts'
import { DateField } from '../../../ui/form/date/DateField.tsx'
import { OptionalLabel } from '../../../ui/form/OptionalLabel.tsx'
import { SegmentField } from '../../../ui/form/SegmentField.tsx'
import { SelectBox } from '../../../ui/form/SelectBox.tsx'
import { formatDay } from '../../../ui/formatDate.ts'
import type { Upload } from '../../../ui/modal/useSaving.ts'
import { useWidth } from '../../../ui/useIsPhone.ts'
import { Answers } from './Answers.tsx'
import { type ConsentValues, mayGive, nameOf, outcomeOf, renamed } from './consentValues.ts'
import { PaperBar, PaperPane } from './PaperPane.tsx'
import classes from './record.module.css'

type ConsentFieldsProps = {
  form: UseFormReturnType<ConsentValues>
  upload: Upload | undefined
  student: StudentToEdit
  before: StudentConsents
  /** Whether the family answered before. */
  isAgain: boolean
  today: string
  gate: GateDays
  versions: string[]
  onOther: (student: FoundStudent, file: File) => void
}

/** The paper form on the left, and the fields for what it says on the right. */
export function ConsentFields(props: ConsentFieldsProps) {
  const { form, upload, student, before, isAgain, today, gate, versions, onOther } = props
  const { values } = form
  const isBeside = useWidth('(min-width: 62em)')
  const outcome = outcomeOf(values, before, { dob: student.dob, today, gate })
  const supporter = student.supporter ?? (before.has_supporter ? 'the supporter' : undefined)
  const hasAnswer = Object.keys({ ...values.answers, ...values.child_answers }).length > 0
  return (
    <div className={classes.columns}>
      <div className={classes.side}>
        <PaperPane form={form} upload={upload} student={student} isBeside={isBeside} onOther={onOther} />
      </div>
      <div className={classes.fields}>
        <div className={classes.pair}>
          <GiverField form={form} student={student} />
          <NameField form={form} student={student} />
        </div>
        <div className={classes.pair}>
          <HowField form={form} />
          <DateFields form={form} student={student} today={today} />
        </div>
        {values.form && !isBeside && <PaperBar file={values.form} />}
        <Answers form={form} student={student} outcome={outcome} isAgain={isAgain} />
        {supporter && hasAnswer && (
          <output className={classes.outcome}>
            <IconEye size={18} className="el-ink-3" aria-hidden />
            <span>From today {supporterSees(supporter, outcome.shared)}</span>
          </output>
        )}
        <ExplainedFields form={form} versions={versions} />
      </div>
    </div>
  )
}

type PartProps = { form: UseFormReturnType<ConsentValues>; student: StudentToEdit }

const giverChoices = Object.values(giverWords)
const giverIn = (word: string) => givers.find((giver) => giverWords[giver] === word)

/** Disables people who may not give the consent on the day of the form. */
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

function NameField({ form, student }: PartProps) {
  const { given_by, name } = form.values
  const isOfRecord = given_by !== '' && name !== '' && name === nameOf(given_by, student)
  return (
    <TextInput
      label="Name"
      placeholder={given_by === '' ? 'Filled in by the choice of who' : undefined}
      description={isOfRecord && 'From the student’s record.'}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      {...form.getInputProps('name')}
    />
  )
}

const howChoices = Object.values(howWords)
const howIn = (word: string) =>
  (Object.keys(howWords) as ConsentHow[]).find((how) => howWords[how] === word) ?? 'signed'

function HowField({ form }: Pick<PartProps, 'form'>) {
  const { how } = form.values
  return (
    <div className={classes.how}>
      <SegmentField
        label="How"
        choices={howChoices}
        value={howWords[how]}
        onChange={(word) => form.setFieldValue('how', howIn(word))}
        error={form.errors['how']}
      />
      {how !== 'signed' && (
        <TextInput
          label="Witness"
          description="First and last name of another person. Needed for a thumbprint and for spoken consent."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          {...form.getInputProps('witness')}
        />
      )}
    </div>
  )
}

const DateFields = ({ form, student: { dob }, today }: PartProps & { today: string }) => (
  <div className={classes.dates}>
    <DateField label="Date" max={today} {...(dob && { min: dob })} {...form.getInputProps('given_on')} />
    {form.values.given_by !== 'student' && (
      <DateField
        label="Until"
        min={form.values.given_on}
        {...(dob && { max: lastDayOfChild(dob) })}
        {...form.getInputProps('until')}
      />
    )}
  </div>
)

/** Who explained the consent to the family and where, and the version of the notice. */
const ExplainedFields = ({ form, versions }: Pick<ConsentFieldsProps, 'form' | 'versions'>) => (
  <div className={classes.explained}>
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
    {versions.length > 0 && (
      <SelectBox
        label="Privacy notice"
        placeholder="None was shown"
        data={versions.map((version) => ({ value: version, label: `Version ${version}` }))}
        {...form.getInputProps('notice_version')}
      />
    )}
  </div>
)
