import { useNavigate } from '@tanstack/react-router'

/**
 * Changes parts of the open address, and returns its list to the first page. It replaces the history entry, so that
 * Back leaves the screen.
 */
export function useAddressChange() {
  const navigate = useNavigate()
  return (change: Record<string, string | undefined>) =>
    void navigate({
      to: '.',
      replace: true,
      state: true,
      resetScroll: false,
      search: (address: Record<string, unknown>) => ({ ...address, page: undefined, ...change }),
    })
}
