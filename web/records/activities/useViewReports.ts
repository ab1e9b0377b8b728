import { IconEye } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ProfileType } from '#contract/profile.ts'
import type { Activity } from './activityColumns.tsx'

/** Opens a student's profile at their reports or receipts, also of students who are not active any more. */
export function useViewReports(profile: ProfileType, header: string): Activity {
  const navigate = useNavigate()
  return useMemo(
    () => ({
      name: 'view',
      header,
      of: ({ id, name }) => ({
        icon: IconEye,
        word: 'View',
        label: `${header} of ${name}`,
        onClick: () => void navigate({ to: '/dashboard', search: { menu: 'profile', student: id, profile } }),
      }),
    }),
    [navigate, profile, header],
  )
}
