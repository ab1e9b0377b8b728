import { Button, TextInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { z } from 'zod'
import { accountMessages, type CreationOptions } from '#contract/identity/account.ts'
import { useAuthForm } from '../signIn/AuthForm.tsx'
import { createPasskey, PasskeyError } from '../secondStep/passkeys.ts'
import { HttpError } from '../../ui/http.ts'
import { Message, StatementMark } from '../../ui/Message.tsx'
import { beginPasskey, confirmStep, type NewStep } from '../accountApi.ts'
import classes from './setup.module.css'

type PasskeyStepProps = {
  onBack: () => void
  onConfirmed: (added: NewStep) => void
}

const passkeyForm = z.object({ name: z.string().trim().min(1, accountMessages.nameRequired) })

/** Creates a passkey on this device, under a name of the user's own. */
export function PasskeyStep({ onBack, onConfirmed }: PasskeyStepProps) {
  const form = useAuthForm(passkeyForm, { name: '' }, async ({ name }) => {
    const { id, options } = await beginPasskey(name)
    onConfirmed(await confirmStep(id, { assertion: await madeBy(options) }))
  })
  return (
    <form {...form.formProps} className={`el-card ${classes.narrow}`}>
      <div className={classes.passkey}>
        <StatementMark Icon={IconFingerprint} tone="primary" />
        <div>
          <h2 className="el-h2">Create a passkey on this device</h2>
          <p className="el-ink-2">
            Your browser asks for your fingerprint, face or PIN. These never leave the device.
          </p>
          <TextInput
            size="md"
            mt={16}
            maw={320}
            label="Name of the device"
            placeholder="Work laptop"
            description="So that you know it in the list later."
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            maxLength={60}
            autoComplete="off"
            {...form.field('name')}
          />
          {form.refusal && (
            <div className={classes.refusal}>
              <Message tone="bad">{form.refusal}</Message>
            </div>
          )}
        </div>
      </div>
      <div className={classes.foot}>
        <Button variant="default" disabled={form.isSending} onClick={onBack}>
          Back
        </Button>
        <Button
          type="submit"
          disabled={form.isSending}
          leftSection={<IconFingerprint size={18} aria-hidden />}
        >
          Create passkey
        </Button>
      </div>
    </form>
  )
}

/** Throws a refusal of the form, because the browser's own error is not written for users. */
async function madeBy(options: CreationOptions) {
  try {
    const made = await createPasskey(options)
    if (made) return made
  } catch (error) {
    if (error instanceof PasskeyError) throw new HttpError(0, { message: error.message })
    throw error
  }
  throw new HttpError(0, { message: 'No passkey was created. Try again, or go back and use an app.' })
}
