import { IconTableImport } from '@tabler/icons-react'
import type { HistoryState } from '@tanstack/react-router'
import type { ImportKind } from '#contract/imports.ts'
import { canImport } from '#contract/permissions.ts'
import { HeadLink } from '../ui/PageHead.tsx'
import { useSessionUser } from '../ui/sessionUser.ts'

type ImportLinkProps = Required<Pick<HistoryState, 'openedFrom'>> & { kind: ImportKind; children?: string }

/** The link to a list's import, beside the list's Add button, for users who may import. */
export function ImportLink({ kind, openedFrom, children = 'Import' }: ImportLinkProps) {
  const { role } = useSessionUser()
  if (!canImport(role, kind)) return null
  return (
    <HeadLink icon={IconTableImport} search={{ menu: 'import', what: kind }} openedFrom={openedFrom}>
      {children}
    </HeadLink>
  )
}
