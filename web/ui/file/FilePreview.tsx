import { IconFile, IconFileTypePdf, IconPhoto, IconVideo, type TablerIcon } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { fileSize } from './fileKind.ts'
import classes from './DropZone.module.css'

/** No browser draws TIFF, so it gets the placeholder of an image. */
const drawable = new Set(['image/jpeg', 'image/png', 'video/mp4', 'video/quicktime'])

const placeholders: Record<string, TablerIcon> = {
  'application/pdf': IconFileTypePdf,
  'image/tiff': IconPhoto,
  'video/mp4': IconVideo,
  'video/quicktime': IconVideo,
}

export function FilePreview({ file }: { file: File }) {
  const [undrawable, setUndrawable] = useState<File>()
  if (drawable.has(file.type) && file !== undrawable)
    return <Drawn file={file} onFailure={() => setUndrawable(file)} />
  const Placeholder = placeholders[file.type] ?? IconFile
  return <Placeholder size={24} aria-hidden className="el-ink-2" />
}

/** An object URL keeps the file in memory, so it is revoked as soon as the file is not shown. */
function Drawn({ file, onFailure }: { file: File; onFailure: () => void }) {
  const isFilm = file.type.startsWith('video/')
  const element = useRef<HTMLImageElement & HTMLVideoElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    // The first frame is often black.
    element.current?.setAttribute('src', isFilm ? `${url}#t=0.5` : url)
    return () => URL.revokeObjectURL(url)
  }, [file, isFilm])
  if (!isFilm) return <img ref={element} className={classes.preview} alt="" onError={onFailure} />
  return (
    <video
      ref={element}
      className={classes.preview}
      aria-hidden
      muted
      playsInline
      preload="metadata"
      onError={onFailure}
    />
  )
}

/** The name and size of a file. */
export const FileName = ({ file }: { file: File }) => (
  <>
    <span className="el-break">{file.name}</span> <span className={classes.size}>{fileSize(file.size)}</span>
  </>
)
