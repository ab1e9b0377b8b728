import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { RuledPage } from './RuledPage.tsx'
import { usePageTitle } from './usePageTitle.ts'

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
