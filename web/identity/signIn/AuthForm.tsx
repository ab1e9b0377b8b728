import { Box, Button, TextInput, type TextInputProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { zodResolver } from '../../ui/form/zodResolver.ts'
import { fieldMessagesOf, messageOf } from '../../ui/http.ts'
import { Message } from '../../ui/Message.tsx'
import classes from './AuthForm.module.css'

type AuthFormProps = AuthScreenProps & {
  form: Pick<ReturnType<typeof useAuthForm>, 'formProps' | 'isSending' | 'refusal'>
  /** Shown unless the server refused the form. */
  notice?: { tone: 'good' | 'note'; text: string } | undefined
  verb: string
  /** The button's label while the call runs. */
  verbWhileSending: string
}

/** The shared layout of the signed-out forms: heading, the server's message, the fields, the button. */
export function AuthForm({ form, notice, verb, verbWhileSending, children, ...screen }: AuthFormProps) {
  const { formProps, isSending, refusal } = form
  return (
    <form {...formProps}>
      <AuthScreen {...screen}>
        {(refusal || notice) && (
          <Box mb={20}>
            <Message tone={refusal ? 'bad' : (notice?.tone ?? 'note')}>{refusal ?? notice?.text}</Message>
          </Box>
        )}
        <div className={classes.fields}>{children}</div>
        <Button type="submit" size="lg" fullWidth mt={26} disabled={isSending}>
          <span aria-live="polite">{isSending ? verbWhileSending : verb}</span>
        </Button>
      </AuthScreen>
    </form>
  )
}

type AuthScreenProps = { title: string; lead: string; hasWayBack?: boolean; children: ReactNode }

export const AuthScreen = ({ title, lead, hasWayBack = false, children }: AuthScreenProps) => (
  <>
    <h1 className={classes.title}>{title}</h1>
    <p className={classes.lead}>{lead}</p>
    {children}
    {hasWayBack && (
      <p className={classes.back}>
        <Link to="/">Back to Login?</Link>
      </p>
    )}
  </>
)

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      size="md"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="off"
      spellCheck={false}
      {...props}
    />
  )
}

type Texts<Name extends string> = Record<Name, string>

/**
 * Stores and submits a signed-out form, in plain state because its code loads before anything is shown. The button stays
 * disabled unless the call fails, because a success leaves the screen. After a refusal the first wrong field gets the
 * focus, else the last field, which is the likeliest to be wrong.
 */
export function useAuthForm<Name extends string>(
  schema: z.ZodType,
  initialValues: Texts<Name>,
  send: (values: Texts<Name>) => Promise<void>,
) {
  const element = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(initialValues)
  const [errors, setErrors] = useState<Partial<Texts<string>>>({})
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [refusals, setRefusals] = useState(0)

  useEffect(() => {
    if (!refusals) return
    const fields = [...(element.current?.querySelectorAll('input') ?? [])]
    const wrong = fields.find((field) => field.getAttribute('aria-invalid') === 'true') ?? fields.at(-1)
    wrong?.focus()
    // A code or password is typed again as a whole.
    if (wrong?.type !== 'email') wrong?.select()
  }, [refusals])

  const refuse = (wrong: Texts<string>, message?: string) => {
    setErrors(wrong)
    setRefusal(message)
    setRefusals((count) => count + 1)
  }
  const submit = async () => {
    const wrong = zodResolver(schema)(values)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setIsSending(true)
    setRefusal(undefined)
    try {
      await send(values)
    } catch (error) {
      setIsSending(false)
      const wrongFields = fieldMessagesOf(error)
      // The message of the whole form adds nothing to that of a field.
      const isShown = Object.keys(wrongFields).some((name) => name in initialValues)
      refuse(wrongFields, isShown ? undefined : messageOf(error))
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending) void submit()
  }
  const field = (name: Name) => ({
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      setValues((before) => ({ ...before, [name]: value }))
      setErrors((before) => ({ ...before, [name]: undefined }))
    },
  })
  return { values, field, isSending, refusal, formProps: { ref: element, onSubmit, noValidate: true } }
}
