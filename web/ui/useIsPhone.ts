import { useMediaQuery } from '@mantine/hooks'

/** Below 768 px tables become cards and modals fill the screen. Style sheets write the same limit as 47.99em. */
export const useIsPhone = () => useWidth('(max-width: 47.99em)')

/** Below 1200 px tables show fewer columns, and buttons are large enough for touch. Style sheets write 74.99em. */
export const useIsTablet = () => useWidth('(min-width: 48em) and (max-width: 74.99em)')

/** Whether the window matches this media query, from the first render on. */
export const useWidth = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false })
