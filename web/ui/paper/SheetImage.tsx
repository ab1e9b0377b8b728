import { useEffect, useRef } from 'react'

type SheetImageProps = { blob: Blob; alt: string; className?: string | undefined }

/** A picture from memory. Its address exists only while it is shown. */
export function SheetImage({ blob, alt, className }: SheetImageProps) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(blob)
    image.current?.setAttribute('src', url)
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return <img ref={image} alt={alt} className={className} draggable={false} />
}
