import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { BackLink } from '../../ui/BackLink.tsx'
import { HttpError } from '../../ui/http.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { StudentNotFound } from '../../students/StudentNotFound.tsx'
import { galleryQuery } from './journeyApi.ts'
import { JourneySkeleton } from './JourneySkeleton.tsx'
import { JourneyView } from './JourneyView.tsx'

const missing = <StudentNotFound title="Journey Gallery" />

/** The gallery of the student that the address names. */
export function JourneyPanel() {
  const { student } = useSearch({ strict: false })
  return (
    <>
      <BackLink to="/dashboard/gallery">Back to gallery list</BackLink>
      {student ? <StudentJourney key={student} id={student} /> : missing}
    </>
  )
}

function StudentJourney({ id }: { id: number }) {
  const { data: journey, error, refetch } = useQuery(galleryQuery(id))
  if (error instanceof HttpError && error.status === 404) return missing
  if (journey) return <JourneyView id={id} journey={journey} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <JourneySkeleton />
}
