import { type ReactNode, useDeferredValue, useEffect, useState } from 'react'

/** Renders its children after the rest of the screen, so that the browser paints and answers input in between. */
export const Later = ({ children }: { children: ReactNode }) => useDeferredValue(true, false) && children

/** Renders its children after the rest of the screen is painted, so that their code does not delay it. */
export function AfterPaint({ children }: { children: ReactNode }) {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setIsPainted(true))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted && children
}
