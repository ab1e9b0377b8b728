import { IconDownload } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react'
import frame from './SlideFrame.module.css'
import { SlideRefusal } from './SlideRefusal.tsx'
import refusal from './SlideRefusal.module.css'

type FilmFrameProps = {
  src: string
  /** The film, as the library shows it. */
  children: ReactNode
}

/** A film, or what to do about one that this browser cannot play. */
export function FilmFrame({ src, children }: FilmFrameProps) {
  const [isRefused, setIsRefused] = useState(false)
  if (isRefused)
    return (
      <SlideRefusal
        words="This film cannot be played here. Either the connection was lost, or this browser does not know how the film was recorded."
        onRetry={() => setIsRefused(false)}
      >
        <a className={refusal.way} href={`${src}?download=1`} download>
          <IconDownload size={20} aria-hidden />
          Download the film
        </a>
      </SlideRefusal>
    )

  // Of a film whose pictures it does not know, a browser plays the sound alone.
  const checkPicture = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLVideoElement && target.videoWidth === 0) setIsRefused(true)
  }
  // Within a film the arrows wind it.
  const keepArrows = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) event.stopPropagation()
  }
  return (
    <div
      role="presentation"
      className={frame.frame}
      onErrorCapture={() => setIsRefused(true)}
      onLoadedMetadataCapture={checkPicture}
      onKeyDown={keepArrows}
    >
      {children}
    </div>
  )
}
