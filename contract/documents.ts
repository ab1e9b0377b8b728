import { z } from 'zod'
import { recordMessages } from './records.ts'
import { id } from './fields.ts'

/** What a school and its bank send once a year. */
export const documentTypes = { 1: 'Fee structure', 2: 'Account statement' } as const

export const documentMessages = {
  saved: 'Document saved.',
  fileRequired: 'Please Select a Document for Upload',
  typeRequired: 'Type cannot be empty',
} as const

export const documentForm = z.object({
  type: id(documentMessages.typeRequired).refine(
    (type) => Object.hasOwn(documentTypes, type),
    'Type is not valid',
  ),
  studId: id(recordMessages.studentRequired),
  year: id(recordMessages.yearRequired),
})
export type DocumentForm = z.output<typeof documentForm>

/** Whose documents are read, and of which year. */
export const documentsQuery = z.object({
  student: id(recordMessages.studentRequired),
  year: id(recordMessages.yearRequired),
})

export const documentSchema = z.object({
  id: z.number().int(),
  type: z.number().int(),
  path: z.string(),
})
export type AnnualDocument = z.output<typeof documentSchema>

/** The spec reads the message inside the record. */
export const savedDocumentSchema = documentSchema.extend({ message: z.string() })
