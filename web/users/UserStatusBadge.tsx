import { USER_ACTIVE, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import { StatusBadge, type StatusLook } from '../ui/StatusBadge.tsx'

const looks: Record<number, StatusLook> = {
  [USER_NEW]: { word: 'New', tone: 'amber', shape: 'dashedRing' },
  [USER_DISABLED]: { word: 'Disabled', tone: 'grey', shape: 'square' },
  [USER_ACTIVE]: { word: 'Active', tone: 'green', shape: 'circle' },
}

export function UserStatusBadge({ status }: { status: number }) {
  const look = looks[status]
  return look && <StatusBadge {...look} />
}
