import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Button.css'
import { Button } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { studentQuery } from './journeyApi.ts'

const AddMediaModal = lazy(() =>
  import('../add/AddMediaModal.tsx').then((file) => ({ default: file.AddMediaModal })),
)

/** Adds to the gallery that is looked at. Its form names the student, who is read once somebody wants it. */
export function AddGallery({ student: id }: { student: number }) {
  const [isWanted, setIsWanted] = useState(false)
  const { data: student, error, refetch } = useQuery({ ...studentQuery(id), enabled: isWanted })
  return (
    <>
      <Button leftSection={<IconPhotoPlus size={18} aria-hidden />} onClick={() => setIsWanted(true)}>
        Add Gallery
      </Button>
      {isWanted && error && !student && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {isWanted && student && (
        <Suspense>
          <AddMediaModal student={student} onClose={() => setIsWanted(false)} />
        </Suspense>
      )}
    </>
  )
}
