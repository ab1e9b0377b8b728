import { useNavigate } from '@tanstack/react-router'

type ProfileChange = { tab?: 'history' | undefined; academic_year?: string; finance_year?: string }

/**
 * Updates the open profile's state in the address, so that a reload and a shared link restore it. This replaces the
 * history entry, so that Back leads to the list.
 */
export function useProfileChange() {
  const navigate = useNavigate()
  return (change: ProfileChange) =>
    void navigate({
      to: '.',
      replace: true,
      state: true,
      resetScroll: false,
      search: (address: Record<string, unknown>) => ({ ...address, ...change }),
    })
}
