import { IconTableImport } from '@tabler/icons-react'
import type { ImportKind } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { HeadLink } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'

/** The link to a list's import, beside the list's Add button, for users who may import. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const { role } = useSessionUser()
  if (!canImport(role, kind)) return null
  const openedFrom = kind === 'supporters' ? 'users' : kind
  return (
    <HeadLink icon={IconTableImport} search={{ menu: 'import', what: kind }} openedFrom={openedFrom}>
      Import
    </HeadLink>
  )
}
