import { Button } from '@mantine/core'
import { IconTableImport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ImportKind } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'

/** The link to a list's import, beside the list's Add button, for users who may import. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { role } = useSessionUser()
  if (!canImport(role, kind)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconTableImport size={18} aria-hidden />}
      renderRoot={(props) => (
        <Link
          to="/dashboard"
          search={{ menu: 'import', what: kind }}
          state={{ openedFrom: kind === 'supporters' ? 'users' : kind }}
          {...props}
        />
      )}
    >
      Import
    </Button>
  )
}
