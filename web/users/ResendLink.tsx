import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#contract/users.ts'
import classes from './ResendLink.module.css'
import { resendLink } from './userApi.ts'

/** A new letter for somebody who has not created a password yet. */
export function ResendLink({ user }: { user: User }) {
  const sending = useMutation({ mutationFn: () => resendLink(user) })
  if (sending.isSuccess) return <output className={classes.word}>{sending.data.message}</output>
  return (
    <>
      <Button
        variant="subtle"
        className={classes.button}
        disabled={sending.isPending}
        onClick={() => sending.mutate()}
      >
        Send the link again
      </Button>
      {sending.isError && (
        <span className={classes.word} data-bad role="alert">
          {sending.error.message}
        </span>
      )}
    </>
  )
}
