import { Group, Text } from '@mantine/core'
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

const frame = {
  role: 'presentation',
  w: '100%',
  h: '100%',
  justify: 'center',
  align: 'stretch',
  wrap: 'nowrap',
} as const

type FilmFrameProps = {
  src: string
  /** Called when it cannot be loaded, because it may not be shared any more. */
  onLost: () => void
  /** The film, as the library shows it. */
  children: ReactNode
}

/** A film, or what to do about one that this browser cannot play. */
export function FilmFrame({ src, onLost, children }: FilmFrameProps) {
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
    <Group
      {...frame}
      onErrorCapture={() => {
        setIsRefused(true)
        onLost()
      }}
      onLoadedMetadataCapture={checkPicture}
      onKeyDown={keepArrows}
    >
      {children}
    </Group>
  )
}

/** A picture, as the library shows it, or a button to try again if it could not be loaded. */
export function PictureFrame({ onLost, children }: Omit<FilmFrameProps, 'src'>) {
  const [isLost, setIsLost] = useState(false)
  if (isLost)
    return (
      <SlideRefusal
        words="This picture cannot be loaded. Check the connection."
        onRetry={() => setIsLost(false)}
      />
    )
  return (
    <Group
      {...frame}
      onErrorCapture={() => {
        setIsLost(true)
        onLost()
      }}
    >
      {children}
    </Group>
  )
}

type SlideRefusalProps = {
  words: string
  onRetry: () => void
  /** Buttons for other ways to get the file, such as a download. */
  children?: ReactNode
}

/** Stands in for a picture or film that cannot be shown. */
function SlideRefusal({ words, onRetry, children }: SlideRefusalProps) {
  const refusal = useFocusToStage<HTMLDivElement>()
  return (
    // The padding leaves room for the arrows on both sides.
    <Group ref={refusal} role="alert" justify="center" gap="s3" maw={608} px={64} ta="center">
      <Text inherit w="100%">
        {words}
      </Text>
      <button type="button" className={classes.button} onClick={onRetry}>
        <IconRefresh size={20} aria-hidden />
        Try again
      </button>
      {children}
    </Group>
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
