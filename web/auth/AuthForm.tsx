import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { Message } from '../ui/Message.tsx'
import classes from './AuthForm.module.css'

type AuthFormProps = {
  title: string
  lead: ReactNode
  notice: { tone: 'bad' | 'good' | 'note'; text: string } | undefined
  formProps: ComponentProps<'form'>
  isSending: boolean
  verb: string
  hasWayBack?: boolean
  children: ReactNode
}

/** What the three signed-out forms share: heading, the server's word, the fields, the one button. */
export function AuthForm(props: AuthFormProps) {
  const { title, lead, notice, formProps, isSending, verb, hasWayBack = false, children } = props
  return (
    <form {...formProps}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {notice && (
        <div className={classes.message}>
          <Message tone={notice.tone}>{notice.text}</Message>
        </div>
      )}
      <div className={classes.fields}>{children}</div>
      <Button type="submit" size="lg" fullWidth className={classes.send} disabled={isSending}>
        {verb}
      </Button>
      {hasWayBack && (
        <p className={classes.back}>
          <Link to="/">Back to Login?</Link>
        </p>
      )}
    </form>
  )
}
