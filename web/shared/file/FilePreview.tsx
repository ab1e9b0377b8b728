import { IconFile, IconFileTypePdf, IconPhoto, type TablerIcon, IconVideo } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './FilePreview.module.css'

/** No browser draws TIFF, so it gets the placeholder of an image. */
const isDrawable = ({ type }: File) => type === 'image/jpeg' || type === 'image/png'

const placeholders: Record<string, TablerIcon> = {
  'application/pdf': IconFileTypePdf,
  'image/tiff': IconPhoto,
  'video/mp4': IconVideo,
}

export function FilePreview({ file }: { file: File }) {
  const [undrawable, setUndrawable] = useState<File>()
  if (isDrawable(file) && file !== undrawable)
    return <Picture file={file} onFailure={() => setUndrawable(file)} />
  const Placeholder = placeholders[file.type] ?? IconFile
  return <Placeholder size={24} stroke={1.75} aria-hidden className={classes.icon} />
}

type PictureProps = { file: File; onFailure: () => void }

/** The address of bytes in memory holds them there, so it is given back as soon as they are not shown. */
function Picture({ file, onFailure }: PictureProps) {
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    picture.current?.setAttribute('src', url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return <img ref={picture} className={classes.preview} alt="" onError={onFailure} />
}
