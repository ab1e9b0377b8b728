import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { HttpError } from '../ui/http.ts'
import { RuledPage } from './RuledPage.tsx'
import { usePageTitle } from './usePageTitle.ts'

type FaultPageProps = { error: unknown }

/** A whole screen that could not be loaded or drawn; within one, PanelFault says so. A fresh load also mends a page older than the server's. */
export function FaultPage({ error }: FaultPageProps) {
  usePageTitle('Something went wrong')
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
