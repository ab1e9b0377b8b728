import { SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { ChoiceCards } from '../ui/form/ChoiceCards.tsx'
import { SegmentField } from '../ui/form/SegmentField.tsx'
import { Message } from '../ui/Message.tsx'
import { plural, verb } from '../ui/plural.ts'
import classes from './AccountModal.module.css'

export type AccountValues = {
  kind: 'bank' | 'paybill'
  bank: string
  branch: string
  account_name: string
  number: string
  number_again: string
  business_number: string
  by: 'admission_no' | 'word'
  word: string
  heard_from: string
}

const kinds = { Bank: 'bank', 'M-Pesa Paybill': 'paybill' } as const
type KindWord = keyof typeof kinds
const kindWords: KindWord[] = ['Bank', 'M-Pesa Paybill']

type AccountFieldsProps = {
  form: UseFormReturnType<AccountValues>
  /** Active students, and how many of them have no admission number. */
  students: number
  without_admission_no: number
}

/** Where a school is paid: at a bank, with the number typed twice, or by a Paybill. */
export function AccountFields({ form, students, without_admission_no }: AccountFieldsProps) {
  const { kind } = form.values
  return (
    <>
      <SegmentField
        label="Paid into"
        choices={kindWords}
        value={kind === 'bank' ? 'Bank' : 'M-Pesa Paybill'}
        onChange={(word) => form.setFieldValue('kind', kinds[word])}
        error={form.errors['kind']}
      />
      {kind === 'bank' ? (
        <BankFields form={form} />
      ) : (
        <PaybillFields form={form} students={students} without_admission_no={without_admission_no} />
      )}
      <TextInput
        label="Where you have it from"
        placeholder="Call with Mr Rono, bursar, on 0722 000 118"
        autoComplete="off"
        {...form.getInputProps('heard_from')}
      />
    </>
  )
}

const BankFields = ({ form }: Pick<AccountFieldsProps, 'form'>) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="s3" verticalSpacing={14}>
      <TextInput label="Bank" autoComplete="off" {...form.getInputProps('bank')} />
      <TextInput label="Branch" autoComplete="off" {...form.getInputProps('branch')} />
    </SimpleGrid>
    <TextInput
      label="Account name"
      description="As the bank writes it."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      {...form.getInputProps('account_name')}
    />
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="s3" verticalSpacing={14}>
      <NumberField form={form} name="number" label="Account number" />
      <NumberField form={form} name="number_again" label="Account number again" />
    </SimpleGrid>
  </>
)

type NumberFieldProps = Pick<AccountFieldsProps, 'form'> & { name: 'number' | 'number_again'; label: string }

/** Typed, not pasted: a copied number would only be compared with itself. */
const NumberField = ({ form, name, label }: NumberFieldProps) => (
  <TextInput
    label={label}
    inputMode="text"
    autoComplete="off"
    spellCheck={false}
    classNames={{ input: 'el-numbers' }}
    onPaste={name === 'number_again' ? (event) => event.preventDefault() : undefined}
    {...form.getInputProps(name)}
  />
)

function PaybillFields({ form, students, without_admission_no }: AccountFieldsProps) {
  const id = useId()
  const { by } = form.values
  return (
    <>
      <TextInput
        label="Business number"
        inputMode="numeric"
        autoComplete="off"
        classNames={{ input: 'el-numbers' }}
        {...form.getInputProps('business_number')}
      />
      <div>
        <p id={id} className={`el-ui el-strong ${classes.label}`}>
          Account
        </p>
        <ChoiceCards
          labelledBy={id}
          className={classes.cards}
          choices={[
            {
              value: 'admission_no',
              content: (
                <Choice word="Each student’s admission number" note="One transaction for each student" />
              ),
            },
            {
              value: 'word',
              content: <Choice word="One word for the school" note="One transaction, such as FEES" />,
            },
          ]}
          value={by}
          onChange={(value) => form.setFieldValue('by', value)}
        />
      </div>
      {by === 'word' && <TextInput label="Word" autoComplete="off" {...form.getInputProps('word')} />}
      {by === 'admission_no' && without_admission_no > 0 && (
        <Message tone="note">
          <b>
            {without_admission_no} of its {plural(students, 'student')} {verb(without_admission_no, 'has')} no
            admission number.
          </b>{' '}
          They stay out of payments until they have one.
        </Message>
      )}
    </>
  )
}

const Choice = ({ word, note }: { word: string; note: string }) => (
  <span>
    <b className="el-ui el-strong">{word}</b>
    <span className={`el-sm el-ink-2 ${classes.note}`}>{note}</span>
  </span>
)
