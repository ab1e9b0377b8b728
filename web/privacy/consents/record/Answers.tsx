import { Button, Input } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconChecks, IconInfoCircle } from '@tabler/icons-react'
import { ASKED_AGE, type ConsentAnswer, type Purpose, purposes } from '#contract/privacy/consentStates.ts'
import { firstName, giverWords, purposeWords } from '#contract/privacy/consentWords.ts'
import { ageOn, type Student } from '#contract/students/students.ts'
import { Segments } from '../../../ui/form/Segments.tsx'
import { plural } from '../../../ui/plural.ts'
import { useUndo } from '../../../ui/undo/useUndo.tsx'
import {
  asksChild,
  columnName,
  type ConsentValues,
  objection,
  type Outcome,
  yesToAll,
} from './consentValues.ts'
import classes from './record.module.css'

type AnswersProps = {
  form: UseFormReturnType<ConsentValues>
  student: Pick<Student, 'name' | 'dob'>
  outcome: Outcome
  /** Whether the family answered before. */
  isAgain: boolean
}

/** A Yes or No to each purpose, of the adult and, from 12 years on, of the child. Pressing an answer again removes it. */
export function Answers({ form, student: { name, dob }, outcome, isAgain }: AnswersProps) {
  const { values } = form
  const isChildAsked = asksChild(values, dob)
  const adult = columnName(values)
  const child = firstName(name)
  const age = ageOn(dob, values.given_on)
  const undo = useUndo({ placement: 'page' })
  const note = isAgain
    ? 'To withdraw a Yes, answer No. Questions without an answer stay as they are.'
    : dob === null
      ? `From ${ASKED_AGE} years on, the child answers too.`
      : !isChildAsked && values.given_by !== 'student' && `Under ${ASKED_AGE} only the adult answers.`
  const error = form.errors['answers'] ?? form.errors['child_answers']
  return (
    <section className={classes.answers} data-child={isChildAsked || undefined} aria-labelledby="answers">
      <header className={classes.answer}>
        <div>
          <h3 id="answers" className="el-h3 el-strong">
            Answers
          </h3>
          {note && <p className="el-sm el-ink-2">{note}</p>}
        </div>
        <Column name={adult} who={values.given_by && giverWords[values.given_by].toLowerCase()} />
        {isChildAsked && <Column name={child} who={age === null ? 'student' : plural(age, 'year')} />}
      </header>
      <div className={`${classes.answer} ${classes.all}`}>
        <p className="el-sm el-ink-2">As on the paper</p>
        <YesToAll form={form} field="answers" who={adult} onFilled={undo.offer} />
        {isChildAsked && <YesToAll form={form} field="child_answers" who={child} onFilled={undo.offer} />}
      </div>
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
              <p className={`el-sm el-ink-2 ${classes.question}`}>{purposeWords[purpose].question}</p>
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
      {undo.bar}
    </section>
  )
}

type YesToAllProps = {
  form: UseFormReturnType<ConsentValues>
  field: 'answers' | 'child_answers'
  who: string
  onFilled: ReturnType<typeof useUndo>['offer']
}

/** Fills a column with Yes. Undo restores each No that it replaces. */
function YesToAll({ form, field, who, onFilled }: YesToAllProps) {
  const before = form.values[field]
  const nos = Object.values(before).filter((answer) => answer === 'no').length
  const fill = () => {
    form.setFieldValue(field, yesToAll())
    form.clearFieldError(field)
    if (nos > 0)
      onFilled({
        icon: IconChecks,
        done: `${plural(nos, 'No')} of ${who} became Yes.`,
        undo: () => form.setFieldValue(field, before),
      })
  }
  return (
    <Button
      variant="default"
      className={classes.fill ?? ''}
      data-open={purposes.some((purpose) => before[purpose] !== 'yes') || undefined}
      leftSection={<IconChecks size={16} aria-hidden />}
      aria-label={`Yes to all, ${who}`}
      onClick={fill}
    >
      Yes to all
      <span className={classes.who}>, {who}</span>
    </Button>
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
