import { Button, VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecordKind } from '../recordKinds.ts'
import { workQuery } from './workApi.ts'
import { WorkCount } from './WorkCount.tsx'
import { lazyDialog } from '../../ui/modal/lazyDialog.tsx'
import { useIsPhone } from '../../ui/useIsPhone.ts'

const MyWorkPanel = lazyDialog(async () => (await import('./MyWorkPanel.tsx')).MyWorkPanel)

/** Shows how much work waits for the signed-in user, and opens it. `kind` is the kind that the panel lists. */
export function MyWork({ kind }: { kind: RecordKind }) {
  const { data: work } = useQuery(workQuery)
  const [isOpen, setIsOpen] = useState(false)
  const total = work?.total ?? 0
  return (
    <>
      <Button
        variant={useIsPhone() ? 'filled' : 'default'}
        aria-haspopup="dialog"
        leftSection={<IconListCheck size={18} aria-hidden />}
        rightSection={
          work && (
            <>
              <WorkCount count={total} />
              <VisuallyHidden>
                {total === 0 ? 'nothing to do' : total === 1 ? 'thing to do' : 'things to do'}
              </VisuallyHidden>
            </>
          )
        }
        onClick={() => setIsOpen(true)}
      >
        My work
      </Button>
      {/* It stays open under the form that it opens, for the next task. */}
      {isOpen && <MyWorkPanel kind={kind} work={work} onClose={() => setIsOpen(false)} />}
    </>
  )
}
