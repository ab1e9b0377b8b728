import { IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './SlideRefusal.module.css'
import { useFocusToStage } from './useFocusToStage.ts'

type SlideRefusalProps = {
  words: string
  onRetry: () => void
  /** Another way to what cannot be shown. */
  children?: ReactNode
}

/** In the place of what cannot be shown. */
export function SlideRefusal({ words, onRetry, children }: SlideRefusalProps) {
  const refusal = useFocusToStage<HTMLDivElement>()
  return (
    <div ref={refusal} role="alert" className={classes.refusal}>
      <p>{words}</p>
      <button type="button" className={classes.way} onClick={onRetry}>
        <IconRefresh size={20} aria-hidden />
        Try again
      </button>
      {children}
    </div>
  )
}
