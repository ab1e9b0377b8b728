import 'yet-another-react-lightbox/styles.css'
import { Group, Modal, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { ACTION_CLOSE, Lightbox, useEvents, type ZoomRef } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Video from 'yet-another-react-lightbox/plugins/video'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { Media } from '#contract/gallery.ts'
import { FilmFrame, PictureFrame, useFocusToStage } from './SlideFrame.tsx'
import classes from './MediaViewer.module.css'
import { slidesOf } from './slidesOf.ts'

type MediaViewerProps = {
  gallery: Media[]
  /** The picture or film to show first; it must be in the gallery. */
  openId: number
  onShowOther: (id: number) => void
  /** Called when a file cannot be loaded: it may not be in the gallery any more. */
  onLost: () => void
  onClose: () => void
}

const plugins = [Inline, Video, Zoom]

/** Pictures and films one by one, over the whole screen. Mantine traps the focus; the lightbox does the rest. */
export function MediaViewer({ gallery: opened, openId, onShowOther, onLost, onClose }: MediaViewerProps) {
  // The gallery as it was when the viewer opened: an addition would shift the pictures and interrupt a film.
  const [gallery] = useState(opened)
  const [slides] = useState(() => slidesOf(opened))
  const [start] = useState(() => opened.findIndex(({ id }) => id === openId))
  const [shown, setShown] = useState(openId)
  const media = gallery.find(({ id }) => id === shown)
  const view = ({ index }: { index: number }) => {
    const id = gallery[index]?.id
    if (id === undefined || id === shown) return
    setShown(id)
    onShowOther(id)
  }
  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      fullScreen
      transitionProps={{ duration: 180, transition: 'fade' }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Content aria-label={media?.title}>
        <Lightbox
          slides={slides}
          index={start}
          plugins={plugins}
          className={classes.stage}
          carousel={{ finite: true, preload: 1, padding: 0 }}
          controller={{ touchAction: 'none', closeOnPullDown: true, closeOnEscape: false }}
          animation={{ swipe: 240, zoom: 180 }}
          zoom={{ scrollToZoom: true, maxZoomPixelRatio: 2 }}
          labels={{ 'Photo gallery': 'Photos and videos', Carousel: 'gallery', Slide: 'photo or video' }}
          toolbar={{ buttons: [<CloseButton key="close" onClose={onClose} />] }}
          on={{ view }}
          render={{
            slideContainer: ({ slide, children }) =>
              slide.type === 'video' ? (
                <FilmFrame src={slide.sources[0]?.src ?? ''} onLost={onLost}>
                  {children}
                </FilmFrame>
              ) : (
                <PictureFrame onLost={onLost}>{children}</PictureFrame>
              ),
            buttonZoom: (zoom) => <ZoomButtons zoom={zoom} />,
            iconPrev: () => <IconChevronLeft size={28} aria-hidden />,
            iconNext: () => <IconChevronRight size={28} aria-hidden />,
            iconLoading: () => (
              <Text span className="el-body" c="var(--view-ink-2)">
                Loading …
              </Text>
            ),
            controls: () => <PullToClose onClose={onClose} />,
          }}
        />
        {media && <ViewerCaption media={media} />}
      </Modal.Content>
    </Modal.Root>
  )
}

/** Closes the viewer when a picture is pulled down. An inline lightbox only publishes the event and does not close. */
function PullToClose({ onClose }: { onClose: () => void }) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, onClose), [subscribe, onClose])
  return null
}

/** Takes the focus as the viewer opens. */
const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className={classes.button} data-autofocus onClick={onClose}>
    <IconX size={20} aria-hidden />
    Close
  </button>
)

/** Shown only for pictures that are larger than they are displayed, and not for films. */
const ZoomButtons = ({ zoom }: { zoom: ZoomRef }) =>
  !zoom.disabled && zoom.maxZoom > zoom.minZoom && <ZoomPair zoom={zoom} />

function ZoomPair({ zoom }: { zoom: ZoomRef }) {
  const pair = useFocusToStage<HTMLDivElement>()
  // `aria-disabled` instead of `disabled`, so that a button that can zoom no further keeps the focus.
  const button = (label: string, Icon: typeof IconZoomIn, isDone: boolean, act: () => void) => (
    <button
      type="button"
      className={`${classes.button} ${classes.zoom}`}
      aria-label={label}
      title={label}
      aria-disabled={isDone}
      onClick={() => !isDone && act()}
    >
      <Icon size={22} aria-hidden />
    </button>
  )
  return (
    <Group ref={pair} gap="inherit" wrap="nowrap">
      {button('Zoom out', IconZoomOut, zoom.zoom <= zoom.minZoom, zoom.zoomOut)}
      {button('Zoom in', IconZoomIn, zoom.zoom >= zoom.maxZoom, zoom.zoomIn)}
    </Group>
  )
}

/** Title and description, read out by screen readers at each change. A long description scrolls below its picture. */
function ViewerCaption({ media: { title, description } }: { media: Media }) {
  const box = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (box.current) setIsScrolled(box.current.scrollHeight > box.current.clientHeight)
    })
    for (const part of box.current?.children ?? []) observer.observe(part)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={`el-focus-in ${classes.caption}`}
      aria-live="polite"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={isScrolled ? 0 : undefined}
    >
      <Text component="h2" className="el-strong" fz="1.1875rem" lh="1.625rem">
        {title}
      </Text>
      <Text inherit className="el-prose" maw="75ch" mx="auto" c="var(--view-ink-2)">
        {description}
      </Text>
    </div>
  )
}
