import { Link } from '@tanstack/react-router'
import { Message } from '../ui/Message.tsx'
import classes from './AuthForm.module.css'

type LinkRefusedProps = { message: string }

/** A password link that was read, but leads nowhere any more. */
export function LinkRefused({ message }: LinkRefusedProps) {
  return (
    <>
      <h1 className={classes.title}>Change Password</h1>
      <p className={classes.lead}>This link does not open any more.</p>
      <Message tone="bad">{message}</Message>
      <p className={classes.back}>
        <Link to="/">Back to Login?</Link>
      </p>
    </>
  )
}
