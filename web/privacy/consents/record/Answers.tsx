import { Input } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconInfoCircle } from '@tabler/icons-react'
import { ASKED_AGE, type ConsentAnswer, type Purpose, purposes } from '#contract/privacy/consentStates.ts'
import { firstName, giverWords, purposeWords } from '#contract/privacy/consentWords.ts'
import { ageOn, type Student } from '#contract/students/students.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import { plural } from '../../../ui/plural.ts'
import { asksChild, columnName, type ConsentValues, objection, type Outcome } from './consentValues.ts'
import classes from './record.module.css'

type AnswersProps = {
  form: UseFormReturnType<ConsentValues>
  student: Pick<Student, 'name' | 'dob'>
  outcome: Outcome
  /** Whether the family answered before. */
  isAgain: boolean
}

/** A Yes or No to each purpose, of the adult and, from 12 years on, of the child. Pressed again, it is taken back. */
export function Answers({ form, student: { name, dob }, outcome, isAgain }: AnswersProps) {
  const { values } = form
  const isChildAsked = asksChild(values, dob)
  const adult = columnName(values)
  const child = firstName(name)
  const age = ageOn(dob, values.given_on)
  const error = form.errors['answers'] ?? form.errors['child_answers']
  return (
    <section className={classes.answers} data-child={isChildAsked || undefined} aria-labelledby="answers">
      <header className={classes.answer}>
        <div>
          <h3 id="answers" className="el-h3 el-strong">
            Answers
          </h3>
          <p className="el-sm el-ink-2">
            {isAgain
              ? 'To withdraw a Yes, answer No. Questions without an answer stay as they are.'
              : isChildAsked
                ? `From ${ASKED_AGE} years on, the child answers too.`
                : 'As ticked on the form.'}
          </p>
        </div>
        <Column name={adult} who={values.given_by && giverWords[values.given_by].toLowerCase()} />
        {isChildAsked && <Column name={child} who={age === null ? 'student' : plural(age, 'year')} />}
      </header>
      {error && (
        <Input.Error role="alert" tabIndex={-1} data-refusal mb={10}>
          {error}
        </Input.Error>
      )}
      {purposes.map((purpose) => {
        const against = objection(purpose, values, outcome)
        const answer = (field: 'answers' | 'child_answers', who: string) => (
          <div className={classes.choice}>
            <span className={classes.who}>{who}</span>
            <YesNo
              label={`${purposeWords[purpose].title}, ${who}`}
              value={values[field][purpose]}
              onChange={(value) => {
                form.setFieldValue(field, withAnswer(values[field], purpose, value))
                form.clearFieldError(field)
              }}
            />
          </div>
        )
        return (
          <div key={purpose} className={`el-line ${classes.answer}`}>
            <div>
              <b className="el-strong">{purposeWords[purpose].title}</b>
              <p className="el-sm el-ink-2">{purposeWords[purpose].question}</p>
            </div>
            {answer('answers', adult)}
            {isChildAsked && answer('child_answers', child)}
            {against && (
              <p className={`el-sm el-medium ${classes.against}`}>
                <IconInfoCircle size={17} aria-hidden />
                <span>{against}</span>
              </p>
            )}
          </div>
        )
      })}
    </section>
  )
}

const Column = ({ name, who }: { name: string; who: string }) => (
  <div className={`el-sm el-strong el-words ${classes.column}`}>
    {name}
    <span className="el-ink-2">{who}</span>
  </div>
)

const withAnswer = (
  answers: ConsentValues['answers'],
  purpose: Purpose,
  value: ConsentAnswer | undefined,
) => {
  const { [purpose]: _before, ...others } = answers
  return value ? { ...others, [purpose]: value } : others
}

type YesNoProps = {
  label: string
  value: ConsentAnswer | undefined
  onChange: (value: ConsentAnswer | undefined) => void
}

const choices = [
  { id: 'yes' as const, name: 'Yes' },
  { id: 'no' as const, name: 'No' },
]

const YesNo = ({ label, value, onChange }: YesNoProps) => (
  <Segments
    label={label}
    choices={choices}
    chosen={value}
    onChoose={(id) => onChange(id === value ? undefined : id)}
  />
)
