import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import type { ProfileType } from '#contract/profile.ts'
import { BackLink } from '../ui/BackLink.tsx'
import { HttpError } from '../ui/http.ts'
import { LoadFailure } from '../ui/LoadFailure.tsx'
import { StudentNotFound } from '../students/StudentNotFound.tsx'
import { profileQuery } from './profileApi.ts'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { ProfileView } from './ProfileView.tsx'

/** The profile of the student that the address names. */
export function ProfilePanel() {
  const { student, profile = 'academics' } = useSearch({ strict: false })
  const isFromStudents = useLocation({ select: ({ state }) => state.openedFrom === 'students' })
  return (
    <>
      <BackLink to="/dashboard" search={{ menu: isFromStudents ? 'students' : profile }}>
        Back to list
      </BackLink>
      {student ? (
        <StudentProfile key={student} id={student} type={profile} />
      ) : (
        <StudentNotFound title="Student Profile" />
      )}
    </>
  )
}

function StudentProfile({ id, type }: { id: number; type: ProfileType }) {
  const { data: student, error, refetch } = useQuery(profileQuery(id, type))
  if (error instanceof HttpError && error.status === 404) return <StudentNotFound title="Student Profile" />
  if (student) return <ProfileView student={student} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <ProfileSkeleton />
}
