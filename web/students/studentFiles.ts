import { z } from 'zod'
import { studentMessages } from '#contract/students.ts'

export const pictureForm = z.object({ pic: z.file(studentMessages.pictureRequired) })
export const certificateForm = z.object({ cert: z.file(studentMessages.certificateRequired) })
