import { SheetImage } from '../../../ui/paper/SheetImage.tsx'
import { PdfViewer } from '../../../ui/pdf/PdfViewer.tsx'
import classes from './record.module.css'

/** A form that is not uploaded yet, to read. */
export const Paper = ({ file }: { file: File }) =>
  file.type === 'application/pdf' ? (
    <PdfViewer source={file} title="Form" />
  ) : (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
    <section className={`el-focus-in ${classes.picture}`} aria-label="Form" tabIndex={0}>
      <SheetImage blob={file} alt="The form" />
    </section>
  )
