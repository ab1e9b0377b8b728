import { type ReactNode, useState } from 'react'
import classes from './SlideFrame.module.css'
import { SlideRefusal } from './SlideRefusal.tsx'

/** A picture, as the library shows it, or the way to try again where it did not come. */
export function PictureFrame({ children }: { children: ReactNode }) {
  const [isLost, setIsLost] = useState(false)
  if (isLost)
    return (
      <SlideRefusal
        words="This picture cannot be loaded. Check the connection."
        onRetry={() => setIsLost(false)}
      />
    )
  return (
    <div role="presentation" className={classes.frame} onErrorCapture={() => setIsLost(true)}>
      {children}
    </div>
  )
}
