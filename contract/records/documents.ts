import { z } from 'zod'
import { type Calls, reply } from '../base/call.ts'
import { recordMessages } from './records.ts'
import { id } from '../base/fields.ts'
import { pdfFile } from '../base/files.ts'

/** The kinds of document. A school or its bank sends each once a year. */
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

export const documentSchema = z.object({
  id: z.number().int(),
  type: z.number().int(),
  path: z.string(),
})
export type AnnualDocument = z.output<typeof documentSchema>

const message = z.string()

export const documentCalls = {
  'GET /api/doc': {
    summary: 'The annual documents of a student',
    query: documentForm.pick({ year: true }).extend({ student: id(recordMessages.studentRequired) }),
    answer: reply({ data: z.array(documentSchema) }),
  },
  'POST /api/doc': {
    summary: 'Add an annual document, or replace it',
    body: documentForm,
    uploads: { file: pdfFile },
    /** Callers may also read the message inside the record. */
    answer: reply({ message, data: documentSchema.extend({ message }) }),
  },
} as const satisfies Calls
