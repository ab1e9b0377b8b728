import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px tables become cards and modals fill the screen. Style sheets write the same limit as 47.99em. */
export const useIsPhone = () => useWidth('(max-width: 47.99em)')

/** Below 1200 px tables show fewer columns, and fingers find what they aim at. Style sheets write 74.99em. */
export const useIsTablet = () => useWidth('(min-width: 48em) and (max-width: 74.99em)')

/** Whether the window is as wide as this media query says, from the first drawing on. */
export const useWidth = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false })
