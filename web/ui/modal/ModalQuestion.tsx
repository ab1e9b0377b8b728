import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ModalQuestion.module.css'

/** What a confirmation asks. It describes the dialog, so that a screen reader reads it as the dialog opens. */
export const ModalQuestion = ({ children }: { children: ReactNode }) => (
  <Modal.Body className={classes.question ?? ''}>{children}</Modal.Body>
)
