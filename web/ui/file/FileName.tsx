import classes from './FileName.module.css'
import { fileSize } from './fileKind.ts'

/** What a file is called, and how large it is. */
export const FileName = ({ file }: { file: File }) => (
  <>
    <span className={classes.name}>{file.name}</span>{' '}
    <span className={classes.size}>{fileSize(file.size)}</span>
  </>
)
