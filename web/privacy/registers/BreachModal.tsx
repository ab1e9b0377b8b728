import { SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { dayOf, timeOf } from '#contract/base/days.ts'
import { draftKey } from '#contract/drafts.ts'
import { type Breach, breachErrors, breachForm, type BreachStudent } from '#contract/privacy/breaches.ts'
import { StudentsSelect } from '../../students/form/OthersField.tsx'
import { call } from '../../ui/call.ts'
import { DateField } from '../../ui/form/date/DateField.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useToday } from '../../ui/form/FormFields.tsx'
import { OptionalLabel } from '../../ui/form/OptionalLabel.tsx'
import { Concerned } from './Concerned.tsx'
import { useBreachesChanged } from './registersApi.ts'
import classes from './registers.module.css'

type Values = {
  what: string
  data: string
  noticed_by: string
  happened_on: string
  known_on: string
  known_time: string
  student_ids: string[]
  done: string
  commissioner_on: string
  families_on: string
  reason: string
  is_closed: boolean
}

type BreachModalProps = {
  /** The breach to change; without it a new one is noted. */
  breach?: Breach
  /** The values with which a new breach begins. */
  begin?: Partial<Values> & { students?: BreachStudent[] }
  onClose: () => void
}

const schema = breachForm.superRefine((form, context) => {
  for (const [field, messages] of Object.entries(breachErrors(form, new Date())))
    for (const message of messages) context.addIssue({ code: 'custom', path: [field], message })
})

/** Notes a breach, or what was done about it since. */
export function BreachModal({ breach, begin, onClose }: BreachModalProps) {
  const changed = useBreachesChanged()
  const { students = breach?.students ?? [], ...known } = begin ?? {}
  const [initialValues] = useState<Values>(() => ({ ...valuesOf(breach), ...known }))
  const isFree = breach === undefined && begin === undefined
  return (
    <FormModal
      title={breach ? 'Update the Breach' : 'Note a Breach'}
      shape="wide"
      initialValues={initialValues}
      schema={schema}
      verb="Save Breach"
      save={(body, transfer) =>
        breach
          ? call('PATCH /api/breaches/:id', {
              params: { id: breach.id },
              body: { ...body, version: breach.version },
              ...transfer,
            })
          : call('POST /api/breaches', { body, ...transfer })
      }
      onSaved={changed}
      onClose={onClose}
      {...(isFree && { draft: draftKey('breach', 'add') })}
    >
      {(form) => (
        <>
          <Facts form={form} />
          <Children form={form} students={students} />
          <Progress form={form} />
        </>
      )}
    </FormModal>
  )
}

function valuesOf(breach: Breach | undefined): Values {
  const now = new Date()
  const known = breach ? new Date(breach.known_at) : now
  return {
    what: breach?.what ?? '',
    data: breach?.data ?? '',
    noticed_by: breach?.noticed_by ?? '',
    happened_on: breach?.happened_on ?? dayOf(now),
    known_on: dayOf(known),
    known_time: timeOf(known),
    student_ids: breach?.students.map(({ id }) => String(id)) ?? [],
    done: breach?.done ?? '',
    commissioner_on: breach?.commissioner_on ?? '',
    families_on: breach?.families_on ?? '',
    reason: breach?.reason ?? '',
    is_closed: (breach?.closed_at ?? null) !== null,
  }
}

type PartProps = { form: UseFormReturnType<Values> }

function Facts({ form }: PartProps) {
  const today = useToday()
  return (
    <>
      <Textarea
        label="What happened"
        description="The letters say it in these words. Do not name children here."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('what')}
      />
      <TextInput label="Which data" autoComplete="off" {...form.getInputProps('data')} />
      <div className={classes.times}>
        <DateField label="Happened on" max={today} {...form.getInputProps('happened_on')} />
        <DateField label="Known since" max={today} {...form.getInputProps('known_on')} />
        <TextInput label="Time" autoComplete="off" {...form.getInputProps('known_time')} />
      </div>
      <TextInput label="Who noticed it" autoComplete="off" {...form.getInputProps('noticed_by')} />
    </>
  )
}

function Children({ form, students }: PartProps & { students: BreachStudent[] }) {
  const [known, setKnown] = useState(students)
  const { onChange, ...input } = form.getInputProps('student_ids')
  return (
    <>
      <StudentsSelect
        label="Children"
        description="Whom it concerns."
        known={known}
        onChange={onChange}
        {...input}
      />
      <Concerned
        onAdd={(found) => {
          setKnown((before) => [...before, ...found])
          form.setFieldValue('student_ids', (before) => [
            ...new Set([...before, ...found.map(({ id }) => String(id))]),
          ])
        }}
      />
    </>
  )
}

function Progress({ form }: PartProps) {
  const today = useToday()
  return (
    <>
      <Textarea
        label={<OptionalLabel>What was done</OptionalLabel>}
        autosize
        minRows={2}
        {...form.getInputProps('done')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={14}>
        <DateField
          label="Commissioner told on"
          isOptional
          max={today}
          {...form.getInputProps('commissioner_on')}
        />
        <DateField label="Families told on" isOptional max={today} {...form.getInputProps('families_on')} />
      </SimpleGrid>
      <Textarea
        label={<OptionalLabel>Why somebody is not told</OptionalLabel>}
        description="Needed to close the breach without telling them. Such as: the data was encrypted, so nobody is at risk."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={1}
        {...form.getInputProps('reason')}
      />
      <label className="el-row">
        <input type="checkbox" {...form.getInputProps('is_closed', { type: 'checkbox' })} />
        Closed
      </label>
    </>
  )
}
