import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { GapKind } from './gapKinds.ts'
import { ownGapsQuery } from './gapQueries.ts'
import { workOf } from './gapWords.ts'
import type { RecordToOpen } from './RecordToOpen.ts'

const MyWorkModal = lazy(() => import('./MyWorkModal.tsx').then((file) => ({ default: file.MyWorkModal })))

type MyWorkProps = {
  kind: GapKind
  /** Whether whoever is signed in may add and edit such records. */
  mayEdit: boolean
  /** Whether a form is open over the list. */
  isCovered: boolean
  onPick: (record: RecordToOpen) => void
}

/** Tells liaison officers what is missing of their students, and leads to it. While there is nothing, nothing is said. */
export function MyWork({ kind, mayEdit, isCovered, onPick }: MyWorkProps) {
  const { data } = useQuery({ ...ownGapsQuery(kind), enabled: mayEdit })
  const [isOpen, setIsOpen] = useState(false)
  const work = data && workOf(data.data, kind)
  return (
    <>
      {work && (
        <Button
          variant="default"
          leftSection={<IconListCheck size={18} stroke={1.75} aria-hidden />}
          onClick={() => setIsOpen(true)}
        >
          My work: {work}
        </Button>
      )}
      {/* It stays under the form that it leads to, and so whoever is through with one finds the next. */}
      {isOpen && data?.time && (
        <Suspense>
          <MyWorkModal
            kind={kind}
            newest={data.time}
            isCovered={isCovered}
            onPick={onPick}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
