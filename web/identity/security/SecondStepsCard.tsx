import { Button, Group, TextInput, VisuallyHidden } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { accountMessages, type Security, type Step, stepNameForm } from '#contract/identity/account.ts'
import type { StepKind } from '#contract/identity/auth.ts'
import { useAuthForm } from '../signIn/AuthForm.tsx'
import { call } from '../../ui/call.ts'
import { focusWhileMounted } from '../../ui/modal/focusOnMount.ts'
import { formatDate } from '../../ui/formatDate.ts'
import { IconButton, type RowAction } from '../../ui/IconButton.tsx'
import type { ListColumn } from '../../ui/list/ListColumn.ts'
import { Message } from '../../ui/Message.tsx'
import { ConfirmModal } from '../../ui/modal/ConfirmModal.tsx'
import { useSecurityChange } from '../accountApi.ts'
import { SecurityCard } from './SecurityCard.tsx'
import { momentWords } from './securityWords.ts'

const kinds = {
  totp: { word: 'Authenticator app', Icon: IconDeviceMobile },
  passkey: { word: 'Passkey', Icon: IconFingerprint },
} satisfies Record<StepKind, object>

/** The user's second steps: adding, renaming and removing them. */
export function SecondStepsCard({ security, now }: { security: Security; now: Date }) {
  const { steps, required } = security
  const [renamed, setRenamed] = useState<Step>()
  const [removed, setRemoved] = useState<Step>()
  const isLast = required && steps.length === 1
  const actionsOf = (step: Step): RowAction[] => [
    {
      icon: IconPencil,
      word: 'Rename',
      label: `Rename ${step.name}`,
      onClick: () => setRenamed(step.id === renamed?.id ? undefined : step),
    },
    {
      icon: IconTrash,
      word: 'Remove',
      label: `Remove ${step.name}`,
      isDanger: true,
      onClick: () => setRemoved(step),
      reason: isLast ? accountMessages.lastRequired : undefined,
    },
  ]
  return (
    <>
      <SecurityCard
        title="Second steps"
        about={
          required
            ? 'Your role needs at least one.'
            : 'Asked after the password, so that a stolen one is no use.'
        }
        action={<AddStep isFirst={steps.length === 0} />}
        columns={columnsOf(now, actionsOf)}
        rows={steps}
        rowKey={({ id }) => id}
        card={(step) => ({
          title: <StepName step={step} />,
          lines: [kinds[step.kind].word],
          facts: [
            { label: 'Added', value: formatDate(step.added_at) },
            { label: 'Last used', value: usedText(step, now) },
          ],
          actions: actionsOf(step),
          why: isLast ? accountMessages.lastRequired : undefined,
        })}
        open={
          renamed && {
            key: renamed.id,
            content: <Rename key={renamed.id} step={renamed} onDone={() => setRenamed(undefined)} />,
          }
        }
        notice={
          steps.some(({ is_readable }) => !is_readable) && (
            <Message tone="note">{accountMessages.appUnreadable()}</Message>
          )
        }
      />
      {removed && <RemoveModal step={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

const usedText = ({ used_at }: Step, now: Date) => (used_at ? momentWords(used_at, now) : 'Never used')

const columnsOf = (now: Date, actionsOf: (step: Step) => RowAction[]): ListColumn<Step>[] => [
  { name: 'name', header: 'Name', isName: true, cell: ({ name }) => name },
  { name: 'kind', header: 'Kind', cell: (step) => <Kind step={step} /> },
  { name: 'added_at', header: 'Added', width: 150, cell: ({ added_at }) => formatDate(added_at) },
  { name: 'used_at', header: 'Last used', width: 178, cell: (step) => usedText(step, now) },
  {
    name: 'actions',
    header: <VisuallyHidden>Rename, remove</VisuallyHidden>,
    align: 'right',
    width: 112,
    cell: (step) => <Actions actions={actionsOf(step)} />,
  },
]

const AddStep = ({ isFirst }: { isFirst: boolean }) => (
  <Button
    leftSection={<IconPlus size={18} aria-hidden />}
    renderRoot={(props) => <Link to="/dashboard" search={{ menu: 'secondStep' }} {...props} />}
  >
    {isFirst ? 'Set up a second step' : 'Add a second step'}
  </Button>
)

const Actions = ({ actions }: { actions: RowAction[] }) => (
  <Group gap={0} wrap="nowrap" justify="flex-end">
    {actions.map((action) => (
      <IconButton key={action.word} {...action} />
    ))}
  </Group>
)

function StepName({ step: { kind, name } }: { step: Step }) {
  const { Icon } = kinds[kind]
  return (
    <Group gap={12} wrap="nowrap">
      <Icon size={20} className="el-ink-3" aria-hidden />
      {name}
    </Group>
  )
}

function Kind({ step: { kind } }: { step: Step }) {
  const { word, Icon } = kinds[kind]
  return (
    <Group gap={9} wrap="nowrap">
      <Icon size={19} className="el-ink-3" aria-hidden />
      {word}
    </Group>
  )
}

function Rename({ step, onDone }: { step: Step; onDone: () => void }) {
  const { mutateAsync } = useSecurityChange((name: string) =>
    call('PATCH /api/account/second-steps/:id', { params: { id: step.id }, body: { name } }),
  )
  const form = useAuthForm(stepNameForm, { name: step.name }, async ({ name }) => {
    await mutateAsync(name)
    onDone()
  })
  const { error, ...field } = form.field('name')
  return (
    <form {...form.formProps}>
      <Group gap="s2" align="flex-start">
        <TextInput
          {...field}
          error={error ?? form.refusal}
          aria-label={`New name of ${step.name}`}
          autoComplete="off"
          maxLength={100}
          w={240}
          ref={focusWhileMounted}
        />
        <Button type="submit" variant="default" disabled={form.isSending}>
          Save name
        </Button>
        <Button variant="subtle" disabled={form.isSending} onClick={onDone}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}

function RemoveModal({ step, onClose }: { step: Step; onClose: () => void }) {
  const { mutateAsync } = useSecurityChange(() =>
    call('DELETE /api/account/second-steps/:id', {
      params: { id: step.id },
      action: { verb: 'remove', name: step.name },
    }),
  )
  return (
    <ConfirmModal
      title="Remove Second Step"
      verb="Remove"
      icon={IconTrash}
      isDeletion
      confirm={() => mutateAsync()}
      onSaved={() => undefined}
      onClose={onClose}
      facts={<p className="el-ui el-ink-2">Remembered devices are forgotten.</p>}
    >
      Remove <strong>{step.name}</strong>? It will no longer sign you in.
    </ConfirmModal>
  )
}
