import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { type LookupKind, lookups } from '#contract/lookups.ts'
import { canAddLookups } from '#contract/permissions.ts'
import { useSessionUser } from '../ui/sessionUser.ts'
import classes from './LookupButtons.module.css'
import { LookupModal } from './LookupModal.tsx'

const kinds = ['years', 'terms', 'classes'] as const

/** Add Year, Add Term and Add Class, over the lists of Academics and Finance. */
export function LookupButtons() {
  const { role } = useSessionUser()
  const [open, setOpen] = useState<LookupKind>()
  if (!canAddLookups(role)) return null
  return (
    <div className={classes.buttons}>
      {kinds.map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setOpen(kind)}
        >
          Add {lookups[kind].word}
        </Button>
      ))}
      {open && <LookupModal kind={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
