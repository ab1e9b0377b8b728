import { useEffect, useRef } from 'react'

type SheetImageProps = { blob: Blob; alt: string; className?: string | undefined }

/** A picture from memory. Its address exists only while it is shown. */
export function SheetImage({ blob, alt, className }: SheetImageProps) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const element = image.current
    const url = URL.createObjectURL(blob)
    element?.setAttribute('src', url)
    return () => {
      // A picture that still waits to be loaded would find no file.
      element?.removeAttribute('src')
      URL.revokeObjectURL(url)
    }
  }, [blob])
  return <img ref={image} alt={alt} className={className} draggable={false} />
}
