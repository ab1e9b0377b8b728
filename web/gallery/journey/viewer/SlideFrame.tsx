import { IconDownload, IconRefresh } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useController } from 'yet-another-react-lightbox'
import classes from './MediaViewer.module.css'

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
        words="This video cannot be played here. Either the connection was lost, or this browser does not know how the video was recorded."
        onRetry={() => setIsRefused(false)}
      >
        <a className={classes.button} href={`${src}?download=1`} download>
          <IconDownload size={20} aria-hidden />
          Download the video
        </a>
      </SlideRefusal>
    )

  // A browser that cannot decode the pictures of a film plays only its sound.
  const checkPicture = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLVideoElement && target.videoWidth === 0) setIsRefused(true)
  }
  // While a film has the focus, the arrow keys seek in it and do not change the slide.
  const keepArrows = (event: KeyboardEvent) => {
    if (event.key.startsWith('Arrow')) event.stopPropagation()
  }
  return (
    <div
      role="presentation"
      className={classes.frame}
      onErrorCapture={() => setIsRefused(true)}
      onLoadedMetadataCapture={checkPicture}
      onKeyDown={keepArrows}
    >
      {children}
    </div>
  )
}

/** A picture, as the library shows it, or a button to try again if it could not be loaded. */
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

type SlideRefusalProps = {
  words: string
  onRetry: () => void
  /** Another way to get the file, such as a download. */
  children?: ReactNode
}

/** Stands in for a picture or film that cannot be shown. */
function SlideRefusal({ words, onRetry, children }: SlideRefusalProps) {
  const refusal = useFocusToStage<HTMLDivElement>()
  return (
    <div ref={refusal} role="alert" className={`el-wrap ${classes.refusal}`}>
      <p>{words}</p>
      <button type="button" className={classes.button} onClick={onRetry}>
        <IconRefresh size={20} aria-hidden />
        Try again
      </button>
      {children}
    </div>
  )
}

/** If the element is removed while it has the focus, the focus moves to the stage, where the arrow keys still work. */
export function useFocusToStage<Part extends HTMLElement>(): RefObject<Part | null> {
  const { focus } = useController()
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    const element = part.current
    return () => {
      if (element?.contains(document.activeElement)) focus()
    }
  }, [focus])
  return part
}
