import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Assertion, Attestation, CreationOptions, SignInRule } from '#contract/identity/account.ts'
import { call } from '../ui/call.ts'
import { retryUntilAnswered } from '../ui/list/rows/useListRows.ts'

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: async ({ signal }) => (await call('GET /api/account/security', { signal })).data,
  ...retryUntilAnswered,
})

const adding = { verb: 'add a second step' }

export type NewApp = { id: number; name: string; secret: string; uri: string }

/** A new secret for an authenticator app, which counts once a code of it is confirmed. */
export const newAppQuery = (name: string) =>
  queryOptions({
    queryKey: ['new app', name],
    queryFn: async (): Promise<NewApp> => {
      const body = { kind: 'totp', name } as const
      const { data } = await call('POST /api/account/second-steps', { body, action: adding })
      if (data.kind !== 'totp') throw new Error('The server began another kind of second step')
      return { ...data, name }
    },
    // Another secret would make the one in the user's app useless.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

export async function beginPasskey(name: string): Promise<{ id: number; options: CreationOptions }> {
  const body = { kind: 'passkey', name } as const
  const { data } = await call('POST /api/account/second-steps', { body, action: adding })
  if (data.kind !== 'passkey') throw new Error('The server began another kind of second step')
  return data
}

type StepProof = { name?: string; code?: string; assertion?: Attestation }

/** The recovery codes that came with a second step, none if the user has some already, and what the user should know. */
export type NewStep = { codes: string[]; notice: string | undefined }

export async function confirmStep(id: number, body: StepProof): Promise<NewStep> {
  const answer = await call('POST /api/account/second-steps/:id/confirm', { params: { id }, body })
  return { codes: answer.data.recovery_codes, notice: answer.notice }
}

export const fetchConfirmation = async () => (await call('GET /api/account/confirm')).data

export type Confirmation = { code?: string; assertion?: Assertion; password?: string }

export const confirmAgain = (body: Confirmation) => call('POST /api/account/confirm', { body })

/** A change of the user's own security, after which the page shows the new state. */
export function useSecurityChange<Answer, Given = void>(change: (given: Given) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries(securityQuery),
  })
}

export const signInQuery = queryOptions({
  queryKey: ['sign-in rule'],
  queryFn: async ({ signal }) => (await call('GET /api/settings/sign-in', { signal })).data,
  ...retryUntilAnswered,
})

export type SignIn = Awaited<ReturnType<NonNullable<typeof signInQuery.queryFn>>>

export const saveSignInRule = (required: SignInRule) =>
  call('PUT /api/settings/sign-in', {
    body: { required },
    action: { verb: 'change who must use a second step' },
  })
