import { IconExternalLink, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { IconButton } from '../IconButton.tsx'
import classes from './PdfTools.module.css'

type PdfToolsProps = {
  url: string
  pages: number
  /** Undefined where it goes no further. */
  onZoomOut: (() => void) | undefined
  onZoomIn: (() => void) | undefined
}

export const PdfTools = ({ url, pages, onZoomOut, onZoomIn }: PdfToolsProps) => (
  <div className={classes.tools}>
    <span className={classes.count}>{pages > 0 && (pages === 1 ? '1 page' : `${pages} pages`)}</span>
    <ZoomButton icon={IconZoomOut} label="Zoom out" reason="As wide as fits" onClick={onZoomOut} />
    <ZoomButton icon={IconZoomIn} label="Zoom in" reason="As large as it gets" onClick={onZoomIn} />
    <a className={classes.link} href={url} target="_blank" rel="noopener">
      <IconExternalLink size={18} stroke={1.75} aria-hidden />
      Open in a new tab
    </a>
  </div>
)

type ZoomButtonProps = {
  icon: typeof IconZoomIn
  label: string
  reason: string
  onClick: (() => void) | undefined
}

const ZoomButton = ({ icon, label, reason, onClick }: ZoomButtonProps) => (
  <IconButton
    icon={icon}
    label={label}
    reason={onClick ? undefined : reason}
    onClick={onClick ?? (() => {})}
  />
)
