import { Button, Text, TextInput } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { accountMessages } from '#contract/identity/account.ts'
import { useAuthForm } from '../signIn/AuthForm.tsx'
import { CodeField, codes } from '../secondStep/GroupedField.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Message } from '../../ui/Message.tsx'
import { useSessionUser } from '../../ui/sessionUser.ts'
import { useIsPhone } from '../../ui/useIsPhone.ts'
import { confirmStep, type NewApp, newAppQuery, type NewStep } from '../accountApi.ts'
import { CopyButton } from '../../ui/export/CopyButton.tsx'
import classes from './setup.module.css'

type AppStepProps = {
  onBack: () => void
  onConfirmed: (added: NewStep) => void
}

/** Connects an authenticator app: by its QR code, by the key, or on a phone by a link. */
export function AppStep(props: AppStepProps) {
  const { name } = useSessionUser()
  const [first] = name.split(' ')
  const { data, error, refetch } = useQuery(newAppQuery(`${first}’s phone`))
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  return data ? <AppForm app={data} {...props} /> : <div className={`el-card ${classes.blank}`} />
}

const appForm = codes.totp.form.extend({ name: z.string().trim().min(1, accountMessages.nameRequired) })

function AppForm({ app, onBack, onConfirmed }: AppStepProps & { app: NewApp }) {
  const isPhone = useIsPhone()
  const keyId = useId()
  const form = useAuthForm(appForm, { code: '', name: app.name }, async ({ code, name }) => {
    onConfirmed(await confirmStep(app.id, { code, name }))
  })
  const account = new URL(app.uri).pathname.split(':').at(-1) ?? ''
  return (
    <form {...form.formProps} className={`el-card ${classes.narrow}`}>
      <ol className={`el-ruled el-ui ${classes.instructions}`}>
        <li>
          <b>Open an authenticator app on your phone</b>
          <p>Any of them works. If you have none, install one from your phone’s app store.</p>
        </li>
        <li>
          <b>{isPhone ? 'Add Elimu to the app' : 'Scan this code with the app'}</b>
          {isPhone && (
            <Button
              component="a"
              href={app.uri}
              variant="default"
              fullWidth
              mt={10}
              leftSection={<IconDeviceMobile size={18} aria-hidden />}
            >
              Open the app on this phone
            </Button>
          )}
          <div className={classes.scan}>
            <img
              alt="QR code of the key"
              className={classes.qr}
              src={`data:image/svg+xml,${encodeURIComponent(renderSVG(app.uri, { border: 2 }))}`}
            />
            <div>
              <p id={keyId}>Cannot scan it? Enter this key in the app instead:</p>
              <div className={classes.key}>
                <code aria-labelledby={keyId}>
                  {(app.secret.match(/.{1,4}/g) ?? []).map((group, index) => (
                    // oxlint-disable-next-line react/no-array-index-key -- the groups never change
                    <span key={index}>{group} </span>
                  ))}
                </code>
                <CopyButton text={app.secret} label="Copy the key" />
              </div>
              <Text size="ui" c="gray">
                Account: {decodeURIComponent(account)}
              </Text>
            </div>
          </div>
        </li>
        <li>
          <b>Enter the six digits the app shows</b>
          <div className={classes.confirm}>
            <CodeField {...form.field('code')} />
            <TextInput
              size="md"
              label="Name of the phone"
              maxLength={60}
              autoComplete="off"
              {...form.field('name')}
            />
          </div>
          {form.refusal && (
            <div className={classes.refusal}>
              <Message tone="bad">{form.refusal}</Message>
            </div>
          )}
        </li>
      </ol>
      <div className={classes.foot}>
        <Button variant="default" disabled={form.isSending} onClick={onBack}>
          Back
        </Button>
        <Button type="submit" disabled={form.isSending}>
          Confirm code
        </Button>
      </div>
    </form>
  )
}
