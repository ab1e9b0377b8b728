import '@mantine/core/styles/Input.css'
import { Textarea, type TextareaProps } from '@mantine/core'
import classes from './CommentField.module.css'

/** A text of several lines, as high as what is typed. */
export const CommentField = (props: TextareaProps) => (
  <Textarea classNames={{ input: classes.comment ?? '' }} {...props} />
)
