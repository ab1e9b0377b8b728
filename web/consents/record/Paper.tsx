import { useEffect, useRef } from 'react'
import { PdfViewer } from '../../ui/pdf/PdfViewer.tsx'
import classes from './record.module.css'

/** A form that is not uploaded yet, to read. */
export const Paper = ({ file }: { file: File }) =>
  file.type === 'application/pdf' ? <PdfViewer source={file} title="Form" /> : <Picture file={file} />

function Picture({ file }: { file: File }) {
  const element = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    element.current?.setAttribute('src', url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section className={`el-focus-in ${classes.picture}`} aria-label="Form" tabIndex={0}>
      <img ref={element} alt="The form" />
    </section>
  )
}
