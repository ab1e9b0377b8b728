import { documentTypes } from '#contract/records/documents.ts'
import type { Year } from '../YearChoice.tsx'

export type DocumentType = keyof typeof documentTypes

/** `Fee structure 2025` */
export const documentName = (type: number, { year_name }: Year) =>
  `${documentTypes[type as DocumentType]} ${year_name}`
