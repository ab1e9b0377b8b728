import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { RecordKind } from './recordKinds.ts'
import { CountButton } from './CountButton.tsx'
import type { RecordStudent } from './RecordStudent.ts'
import { returnedQuery } from './returnedQuery.ts'

const ReturnedPicker = lazy(() =>
  import('./ReturnedPicker.tsx').then((file) => ({ default: file.ReturnedPicker })),
)

type ReturnedToYouProps = {
  kind: RecordKind
  /** Whether whoever is signed in may add and edit such records. */
  mayEdit: boolean
  onPick: (student: RecordStudent, id: number) => void
}

/** Tells authors what was returned to them, and leads to it. */
export function ReturnedToYou({ kind, mayEdit, onPick }: ReturnedToYouProps) {
  const { data } = useQuery({ ...returnedQuery(kind), enabled: mayEdit })
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <CountButton
        icon={IconArrowBackUp}
        word="Returned to You"
        count={data?.meta.total ?? 0}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <ReturnedPicker
            kind={kind}
            onPick={(student, id) => {
              setIsOpen(false)
              onPick(student, id)
            }}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
