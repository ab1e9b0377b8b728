import { type ReactNode, useDeferredValue } from 'react'

/** Renders its children after the rest of the screen, so that the browser paints and answers input in between. */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children
