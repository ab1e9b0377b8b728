import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px tables become cards and modals fill the screen. Style sheets write the same limit as 47.99em. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
}
