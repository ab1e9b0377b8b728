import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { RecordKind } from '../recordKinds.ts'
import { ownMissingQuery } from './missingApi.ts'
import { workOf } from './missingWords.ts'
import type { RecordToOpen } from '../RecordToOpen.ts'

const MyWorkModal = lazy(() => import('./MyWorkModal.tsx').then((file) => ({ default: file.MyWorkModal })))

type MyWorkProps = {
  kind: RecordKind
  /** Whether the signed-in user may add and edit such records. */
  mayEdit: boolean
  /** Whether a form is open over the list. */
  isCovered: boolean
  onPick: (record: RecordToOpen) => void
}

/** Tells liaison officers what their students lack, and leads to it. Where nothing is missing, there is no button. */
export function MyWork({ kind, mayEdit, isCovered, onPick }: MyWorkProps) {
  const { data } = useQuery({ ...ownMissingQuery(kind), enabled: mayEdit })
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
      {/* It stays open under the form that it leads to, so that the next record is at hand. */}
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
