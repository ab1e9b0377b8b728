import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ProfileType } from '#contract/profile.ts'
import { HttpError } from '../shared/http.ts'
import { LoadFailure } from '../shared/LoadFailure.tsx'
import { BackLink } from './BackLink.tsx'
import { profileQuery } from './profileApi.ts'
import { ProfileNotFound } from './ProfileNotFound.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'
import { ProfileView } from './ProfileView.tsx'

/** The profile of the student that the address names. */
export function ProfilePanel() {
  const { student, profile = 'academics' } = useSearch({ strict: false })
  return (
    <>
      <BackLink profile={profile} />
      {student ? <StudentProfile key={student} id={student} type={profile} /> : <ProfileNotFound />}
    </>
  )
}

function StudentProfile({ id, type }: { id: number; type: ProfileType }) {
  const { data: student, error, refetch } = useQuery(profileQuery(id, type))
  if (error instanceof HttpError && error.status === 404) return <ProfileNotFound />
  if (student) return <ProfileView student={student} />
  return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <ProfileSkeleton />
}
