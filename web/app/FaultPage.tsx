import { Box, Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { HttpError } from '../ui/http.ts'
import { NOT_LOADED, reloadIfOlder } from '../ui/lazyComponent.tsx'
import { Message } from '../ui/Message.tsx'
import classes from './FaultPage.module.css'
import { PageFrame } from './PageFrame.tsx'
import { useSession } from './session.ts'
import { usePageTitle } from '../ui/usePageTitle.ts'

/** Shown in place of a whole screen that could not be loaded or rendered. */
export function FaultPage({ error }: { error: unknown }) {
  usePageTitle('Something went wrong')
  useEffect(reloadIfOlder, [])
  return (
    <RuledPage
      mark="?"
      title="This page could not be opened"
      action={<Button onClick={() => window.location.reload()}>Load again</Button>}
    >
      {error instanceof HttpError ? error.message : 'Loading it again often helps.'}
    </RuledPage>
  )
}

/** Shown in place of the first screen, if its code could not be loaded. */
export function NotLoadedPage({ onRetry }: { onRetry: () => void }) {
  usePageTitle('Something went wrong')
  useEffect(reloadIfOlder, [])
  return (
    <RuledPage
      mark="?"
      title="This page could not be opened"
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {NOT_LOADED.message}
    </RuledPage>
  )
}

export function NotFoundPage() {
  usePageTitle('Page not found')
  return (
    <RuledPage
      mark="404"
      title="Sorry we couldn't find this page"
      action={
        <Button renderRoot={(props) => <Link to="/" {...props} />} leftSection={<IconArrowLeft size={18} />}>
          Back to Login
        </Button>
      }
    >
      The address may have changed, or the link is old.
    </RuledPage>
  )
}

/** Shown in place of a panel or form that could not be loaded or rendered, while the rest of the screen is intact. */
export function PanelFault({ error }: { error: unknown }) {
  useEffect(reloadIfOlder, [])
  return (
    <Message
      tone="bad"
      action={
        <Button variant="default" onClick={() => window.location.reload()}>
          Load again
        </Button>
      }
    >
      {error instanceof HttpError
        ? error.message
        : 'This page could not be opened. Loading it again often helps.'}
    </Message>
  )
}

type RuledPageProps = {
  mark: ReactNode
  title: string
  children: ReactNode
  action: ReactNode
}

/** A page in the style of the exercise book, with a cross. */
function RuledPage({ mark, title, children, action }: RuledPageProps) {
  const { mayBeSignedIn } = useSession()
  return (
    <PageFrame isSignedOut={!mayBeSignedIn()}>
      <main className={classes.page}>
        <div className={classes.text}>
          <Cross />
          <p className={classes.mark} aria-hidden>
            {mark}
          </p>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.words}>{children}</p>
          <Box pt={34}>{action}</Box>
        </div>
      </main>
    </PageFrame>
  )
}

const Cross = () => (
  <svg
    className={classes.cross}
    viewBox="0 0 46 46"
    fill="none"
    stroke="currentColor"
    strokeWidth="5"
    strokeLinecap="round"
    aria-hidden
  >
    <path d="m8 8 30 30M38 8 8 38" />
  </svg>
)
