import { Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconEyeOff, IconLock, IconUsers, IconX, type TablerIcon } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { formatDay } from '#contract/base/days.ts'
import { type ConsentGate, gateForm } from '#contract/privacy/consents.ts'
import { type GateMode, gateModes, HOLD_DAYS } from '#contract/privacy/consentWords.ts'
import { canSetConsentGate } from '#contract/permissions.ts'
import { call } from '../../../ui/call.ts'
import { ConfirmNote } from '../../../ui/modal/ConfirmNote.tsx'
import { ChoiceCards } from '../../../ui/form/ChoiceCards.tsx'
import { DateField } from '../../../ui/form/date/DateField.tsx'
import { OptionalLabel } from '../../../ui/form/OptionalLabel.tsx'
import { zodResolver } from '../../../ui/form/zodResolver.ts'
import { fieldMessagesOf } from '../../../ui/http.ts'
import { LoadFailure } from '../../../ui/LoadFailure.tsx'
import { Message } from '../../../ui/Message.tsx'
import { plural } from '../../../ui/plural.ts'
import { useSessionUser } from '../../../ui/sessionUser.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { gateQuery, useGateSaved } from '../consentApi.ts'
import classes from './page.module.css'

/** Whether supporters see what has no consent, from which day, and the contact on printed forms. */
export function GateCard() {
  const { data, error, refetch } = useQuery(gateQuery)
  return (
    <section className={`el-card ${classes.gate}`} aria-labelledby="gate">
      <h2 id="gate" className="el-h2">
        When no consent is recorded
      </h2>
      <p className="el-ui el-ink-2">
        For personal facts, report cards, costs, pictures and videos that the family was not asked about.
      </p>
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && <GateFields key={`${data.mode} ${data.from} ${data.contact}`} gate={data} />}
    </section>
  )
}

function GateFields({ gate }: { gate: ConsentGate }) {
  const { role } = useSessionUser()
  const onSaved = useGateSaved()
  const form = useForm({
    initialValues: { mode: gate.mode, from: gate.from ?? '', contact: gate.contact ?? '' },
    validate: (values) => ({
      ...zodResolver(gateForm)(values),
      ...(values.mode === 'hold' && values.from === '' && { from: 'From cannot be empty' }),
    }),
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: z.input<typeof gateForm>) =>
      call('PUT /api/consents/gate', { body, action: { verb: 'set what supporters see without consent' } }),
    onSuccess: onSaved,
    onError: (failure) => form.setErrors(fieldMessagesOf(failure)),
  })
  const maySet = canSetConsentGate(role)
  const { mode } = form.values
  const choose = (chosen: GateMode) => {
    form.setFieldValue('mode', chosen)
    if (chosen === 'hold' && form.values.from === '') form.setFieldValue('from', gate.earliest)
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) =>
        mutate({ ...values, from: values.mode === 'hold' ? values.from : '' }),
      )}
    >
      <fieldset disabled={!maySet || isPending}>
        <ChoiceCards
          labelledBy="gate"
          className={classes.modes}
          value={mode}
          onChange={choose}
          choices={[
            {
              value: 'count',
              content: (
                <Mode title={gateModes.count} badge={<CountBadge gate={gate} />}>
                  Supporters still see them. The students are counted here and in What Is Missing.
                </Mode>
              ),
            },
            {
              value: 'hold',
              content: (
                <Mode title={gateModes.hold} badge={<HoldBadge gate={gate} />}>
                  They are hidden from supporters until consent is recorded.
                </Mode>
              ),
            },
          ]}
        />
        {mode === 'hold' && (
          <div className={classes.from}>
            <DateField
              label="From"
              description={`At least ${HOLD_DAYS} days from today. Staff see a notice until then.`}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={gate.earliest}
              {...form.getInputProps('from')}
            />
          </div>
        )}
        <Effect gate={gate} />
        <Textarea
          mt={14}
          rows={2}
          label={<OptionalLabel>Contact on printed forms</OptionalLabel>}
          placeholder="Address and telephone"
          {...form.getInputProps('contact')}
        />
      </fieldset>
      <ul className={`el-sm el-ink-2 ${classes.facts}`}>
        <Fact Icon={IconX}>
          <b>Refused, withdrawn and ended are never shown,</b> whatever is chosen here.
        </Fact>
        <Fact Icon={IconUsers}>
          <b>Staff always see everything.</b>
        </Fact>
        {maySet ? (
          <li>
            <ConfirmNote />
          </li>
        ) : (
          <Fact Icon={IconLock}>Set by directors and administrators.</Fact>
        )}
      </ul>
      {error && Object.keys(form.errors).length === 0 && <Message tone="bad">{error.message}</Message>}
      {maySet && (
        <div className={classes.gateFoot}>
          <Button variant="subtle" disabled={isPending || !form.isDirty()} onClick={form.reset}>
            Clear
          </Button>
          <Button type="submit" variant="default" disabled={isPending || !form.isDirty()}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

type ModeProps = { title: string; badge: ReactNode; children: string }

const Mode = ({ title, badge, children }: ModeProps) => (
  <span className={classes.mode}>
    <b className="el-strong">{title}</b> {badge}
    <span className="el-ui el-ink-2">{children}</span>
  </span>
)

const CountBadge = ({ gate: { from, is_held } }: { gate: ConsentGate }) =>
  is_held ? null : (
    <StatusBadge
      word={from ? `In force before ${formatDay(from)}` : 'In force'}
      tone="green"
      shape="circle"
    />
  )

const HoldBadge = ({ gate: { mode, is_held } }: { gate: ConsentGate }) =>
  is_held ? (
    <StatusBadge word="In force" tone="green" shape="circle" />
  ) : mode === 'hold' ? (
    <StatusBadge word="Planned" tone="blue" shape="diamond" />
  ) : null

/** How many students hiding concerns. */
function Effect({ gate: { affected, is_held, from, added_from } }: { gate: ConsentGate }) {
  const { students, supporters } = affected
  return (
    <p className={`el-ui ${classes.effect}`} data-tone="amber">
      <IconEyeOff size={18} aria-hidden />
      <span>
        <b className="el-strong">
          {is_held ? 'This affects' : 'Today this would affect'} {plural(students, 'student')}
        </b>{' '}
        and {plural(supporters, 'supporter')}.
        {from !== null && added_from !== null && added_from > from && (
          <> Profile and Abroad, which were added later, follow from {formatDay(added_from)}.</>
        )}
      </span>
    </p>
  )
}

const Fact = ({ Icon, children }: { Icon: TablerIcon; children: ReactNode }) => (
  <Group component="li" gap={8} wrap="nowrap" align="flex-start">
    <Icon size={18} className="el-ink-3" aria-hidden />
    <span>{children}</span>
  </Group>
)
