import { IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { ZoomRef } from 'yet-another-react-lightbox'
import { useFocusToStage } from './useFocusToStage.ts'
import classes from './ViewerButtons.module.css'

/** Takes the focus as the viewer opens. */
export const CloseButton = ({ onClose }: { onClose: () => void }) => (
  <button type="button" className={classes.close} data-autofocus onClick={onClose}>
    <IconX size={20} aria-hidden />
    Close
  </button>
)

/** Not there for films, and for pictures that are not larger than they are shown. */
export const ZoomButtons = ({ zoom }: { zoom: ZoomRef }) =>
  !zoom.disabled && zoom.maxZoom > zoom.minZoom && <ZoomPair zoom={zoom} />

function ZoomPair({ zoom }: { zoom: ZoomRef }) {
  const pair = useFocusToStage<HTMLDivElement>()
  // They keep the focus where they can do no more.
  const button = (label: string, Icon: typeof IconZoomIn, isDone: boolean, act: () => void) => (
    <button
      type="button"
      className={classes.zoom}
      aria-label={label}
      title={label}
      aria-disabled={isDone}
      onClick={() => !isDone && act()}
    >
      <Icon size={22} aria-hidden />
    </button>
  )
  return (
    <div ref={pair} className={classes.pair}>
      {button('Zoom out', IconZoomOut, zoom.zoom <= zoom.minZoom, zoom.zoomOut)}
      {button('Zoom in', IconZoomIn, zoom.zoom >= zoom.maxZoom, zoom.zoomIn)}
    </div>
  )
}
