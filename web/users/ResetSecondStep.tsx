import { Box, Button, Group, Stack, Text } from '@mantine/core'
import {
  IconDeviceMobile,
  IconFingerprint,
  IconLogout,
  IconRestore,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Step } from '#contract/identity/account.ts'
import { type User, userName } from '#contract/users.ts'
import { call } from '../ui/call.ts'
import { formatDate } from '../ui/formatDate.ts'
import { ConfirmModal, NamedQuestion } from '../ui/modal/ConfirmModal.tsx'

const stepsQuery = (id: number) =>
  queryOptions({
    queryKey: ['second steps', id],
    queryFn: async ({ signal }) =>
      (await call('GET /api/users/:id/second-steps', { params: { id }, signal })).data,
  })

/** A user's second steps in Edit User, and removing them for somebody who has lost a phone. */
export function ResetSecondStep({ user }: { user: User }) {
  const { data: steps = [], error } = useQuery(stepsQuery(user.id))
  const [isAsking, setIsAsking] = useState(false)
  if (!error && steps.length === 0) return null
  return (
    <Box className="el-line" pt={14}>
      <Text size="sm" className="el-strong">
        Second step
      </Text>
      {error && (
        <Text size="sm" c="red">
          {error.message}
        </Text>
      )}
      <Group justify="space-between" wrap="nowrap" mt={4}>
        <Stack gap={6}>
          {steps.map((step) => (
            <StepLine key={step.id} step={step} />
          ))}
        </Stack>
        {steps.length > 0 && (
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Reset
          </Button>
        )}
      </Group>
      {isAsking && <ResetModal user={user} onClose={() => setIsAsking(false)} />}
    </Box>
  )
}

function StepLine({ step: { kind, added_at, used_at } }: { step: Step }) {
  const Icon = kind === 'totp' ? IconDeviceMobile : IconFingerprint
  return (
    <div className="el-ui">
      <Group gap={8} wrap="nowrap" className="el-medium">
        <Icon size={18} className="el-ink-3" aria-hidden />
        {kind === 'totp' ? 'Authenticator app' : 'Passkey'}
      </Group>
      <Text size="ui" c="gray">
        Added {formatDate(added_at)}, {used_at ? `last used ${formatDate(used_at)}` : 'never used'}
      </Text>
    </div>
  )
}

function ResetModal({ user, onClose }: { user: User; onClose: () => void }) {
  const client = useQueryClient()
  const name = userName(user)
  return (
    <ConfirmModal
      title="Reset Second Step"
      verb="Reset second step"
      icon={IconRestore}
      isDeletion
      confirm={() =>
        call('POST /api/users/:id/reset-second-step', {
          params: { id: user.id },
          action: { verb: 'reset the second step of', name },
        })
      }
      onSaved={() => void client.invalidateQueries(stepsQuery(user.id))}
      onClose={onClose}
      facts={
        <Stack component="ul" gap={6} mt={10} className="el-ui el-ink-2">
          <Effect Icon={IconDeviceMobile}>
            The authenticator app, passkeys and recovery codes stop working.
          </Effect>
          <Effect Icon={IconLogout}>{name} is signed out everywhere and gets an email.</Effect>
          <Effect Icon={IconShieldLock}>
            Sign-in then asks for the password only. If the role needs a second step, it leads to the set-up
            page.
          </Effect>
        </Stack>
      }
    >
      <NamedQuestion ask={(of) => `Are You Sure You Want To Reset The Second Step Of ${of}?`} name={name} />
    </ConfirmModal>
  )
}

const Effect = ({ Icon, children }: { Icon: TablerIcon; children: string | string[] }) => (
  <Group component="li" gap={10} wrap="nowrap" align="flex-start">
    <Icon size={18} className="el-ink-3" aria-hidden />
    {children}
  </Group>
)
