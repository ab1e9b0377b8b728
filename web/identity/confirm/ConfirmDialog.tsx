import { Box, Button, Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { CONFIRMED_MINUTES } from '#contract/identity/account.ts'
import { typedPassword } from '#contract/identity/auth.ts'
import { useAuthForm } from '../signIn/AuthForm.tsx'
import { PasswordField } from '../signIn/PasswordField.tsx'
import { type CodeFieldProps, codes } from '../secondStep/GroupedField.tsx'
import { OtherWays, type Way } from '../secondStep/OtherWays.tsx'
import { usePasskeyRequest } from '../secondStep/usePasskeyRequest.ts'
import { focusOnMount } from '../../ui/modal/focusOnMount.ts'
import formClasses from '../../ui/form/FormDialog.module.css'
import type { ConfirmedAction } from '../../ui/http.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import frame from '../../ui/modal/ModalFrame.module.css'
import { ModalFrame, ModalQuestion, SavingNotice } from '../../ui/modal/ModalFrame.tsx'
import { useModalLife } from '../../ui/modal/useModalLife.ts'
import { confirmAgain, fetchConfirmation } from '../accountApi.ts'

/** Not stored: the challenge for a passkey is valid once, and the user may have added another step. */
const confirmationQuery = queryOptions({ queryKey: ['confirm'], queryFn: fetchConfirmation, gcTime: 0 })

type ConfirmDialogProps = { action: ConfirmedAction | undefined; settle: (isConfirmed: boolean) => void }

/** Asks for the second step, or the password of a user who has none, before a change that needs it. */
export function ConfirmDialog({ action, settle }: ConfirmDialogProps) {
  const [isConfirmed, setIsConfirmed] = useState(false)
  const life = useModalLife(() => settle(isConfirmed))
  const { data, error, refetch } = useQuery(confirmationQuery)
  const [chosen, setChosen] = useState<Way>()
  const way = chosen ?? data?.kinds[0]
  const screen = {
    action,
    cancel: life.close,
    onConfirmed: () => {
      setIsConfirmed(true)
      life.close()
    },
  }
  const others = data && way && <OtherWays ways={data.kinds} way={way} onChoose={setChosen} />
  return (
    <ModalFrame life={life} title="Confirm it is you" shape="narrow">
      {error && (
        <div className={frame.body}>
          <LoadFailure error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {way === 'passkey' && <PasskeyForm {...screen}>{others}</PasskeyForm>}
      {way && way !== 'passkey' && (
        <TypedForm key={way} way={way} {...screen}>
          {others}
        </TypedForm>
      )}
    </ModalFrame>
  )
}

type ScreenProps = {
  action: ConfirmedAction | undefined
  cancel: () => void
  onConfirmed: () => void
  /** Links to the other ways. */
  children: ReactNode
}

const texts = {
  totp: 'enter the code from your authenticator app.',
  recovery: 'enter one of your recovery codes.',
  password: 'enter your password.',
  passkey: 'use your fingerprint, face or PIN.',
}

const typed = {
  ...codes,
  password: {
    Field: (props: Pick<CodeFieldProps, 'ref' | 'value' | 'error' | 'onChange'>) => (
      <PasswordField label="Password" {...props} autoComplete="current-password" />
    ),
    form: z.object({ password: typedPassword }),
  },
}

function TypedForm({
  way,
  action,
  cancel,
  onConfirmed,
  children,
}: ScreenProps & { way: keyof typeof typed }) {
  const { Field, form: schema } = typed[way]
  const name = way === 'password' ? 'password' : 'code'
  const form = useAuthForm(schema, { code: '', password: '' }, async (values) => {
    await confirmAgain({ [name]: values[name] })
    onConfirmed()
  })
  return (
    <form {...form.formProps} className={formClasses.form}>
      <div className={frame.body}>
        <SavingNotice notice={form.refusal ? { tone: 'bad', text: form.refusal } : undefined} />
        <Sentence action={action} way={way} />
        <Field ref={focusOnMount} {...form.field(name)} />
        <NotAskedAgain />
        {children}
      </div>
      <Foot cancel={cancel}>
        <Button type="submit" disabled={form.isSending}>
          Confirm
        </Button>
      </Foot>
    </form>
  )
}

function PasskeyForm({ action, cancel, onConfirmed, children }: ScreenProps) {
  const { isWaiting, problem, askAgain } = usePasskeyRequest(
    async () => (await fetchConfirmation()).options ?? undefined,
    async (assertion) => {
      await confirmAgain({ assertion })
      onConfirmed()
    },
  )
  return (
    <>
      <div className={frame.body}>
        <SavingNotice notice={problem ? { tone: 'bad', text: problem } : undefined} />
        <Sentence action={action} way="passkey" />
        <NotAskedAgain />
        {children}
      </div>
      <Foot cancel={cancel} isFocused>
        <Button disabled={isWaiting} onClick={askAgain}>
          Use the passkey
        </Button>
      </Foot>
    </>
  )
}

const Sentence = ({ action, way }: { action: ConfirmedAction | undefined; way: Way }) => (
  <ModalQuestion>
    <Box c="gray" mb={16}>
      To {action?.verb ?? 'continue'}
      {action?.name && (
        <>
          {' '}
          <Box component="b" c="var(--el-ink)">
            {action.name}
          </Box>
        </>
      )}
      , {texts[way]}
    </Box>
  </ModalQuestion>
)

const NotAskedAgain = () => (
  <Group component="p" gap={9} mt={12} wrap="nowrap" className="el-sm el-ink-2">
    <IconClock size={18} className="el-ink-3" aria-hidden />
    You will not be asked again for {CONFIRMED_MINUTES} minutes.
  </Group>
)

type FootProps = { cancel: () => void; isFocused?: boolean; children: ReactNode }

const Foot = ({ cancel, isFocused = false, children }: FootProps) => (
  <div className={frame.foot}>
    <Button ref={isFocused ? focusOnMount : undefined} variant="default" onClick={cancel}>
      Cancel
    </Button>
    {children}
  </div>
)
