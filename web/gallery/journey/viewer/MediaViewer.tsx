import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import 'yet-another-react-lightbox/styles.css'
import { Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Lightbox } from 'yet-another-react-lightbox'
import Inline from 'yet-another-react-lightbox/plugins/inline'
import Video from 'yet-another-react-lightbox/plugins/video'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { Media } from '#contract/gallery.ts'
import { FilmFrame } from './FilmFrame.tsx'
import classes from './MediaViewer.module.css'
import { PictureFrame } from './PictureFrame.tsx'
import { PullToClose } from './PullToClose.tsx'
import { slidesOf } from './slidesOf.ts'
import { CloseButton, ZoomButtons } from './ViewerButtons.tsx'
import { ViewerCaption } from './ViewerCaption.tsx'

type MediaViewerProps = {
  gallery: Media[]
  /** What to begin with; it has to be in the gallery. */
  openId: number
  onGoOn: (id: number) => void
  onClose: () => void
}

const plugins = [Inline, Video, Zoom]

/** Pictures and films one by one, over the whole screen. The house's modal keeps the focus; the library does the rest. */
export function MediaViewer({ gallery: opened, openId, onGoOn, onClose }: MediaViewerProps) {
  // As it was then: what is added meanwhile would move the pictures, and interrupt a film.
  const [gallery] = useState(opened)
  const [slides] = useState(() => slidesOf(opened))
  const [start] = useState(() => opened.findIndex(({ id }) => id === openId))
  const [shown, setShown] = useState(openId)
  const media = gallery.find(({ id }) => id === shown)
  const view = ({ index }: { index: number }) => {
    const id = gallery[index]?.id
    if (id === undefined || id === shown) return
    setShown(id)
    onGoOn(id)
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
                <FilmFrame src={slide.sources[0]?.src ?? ''}>{children}</FilmFrame>
              ) : (
                <PictureFrame>{children}</PictureFrame>
              ),
            buttonZoom: (zoom) => <ZoomButtons zoom={zoom} />,
            iconPrev: () => <IconChevronLeft size={28} aria-hidden />,
            iconNext: () => <IconChevronRight size={28} aria-hidden />,
            iconLoading: () => <span className={classes.words}>Loading …</span>,
            controls: () => <PullToClose onClose={onClose} />,
          }}
        />
        {media && <ViewerCaption media={media} />}
      </Modal.Content>
    </Modal.Root>
  )
}
