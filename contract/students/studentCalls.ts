import { z } from 'zod'
import { idParams } from '../identity/auth.ts'
import { type Calls, messageReply, reply } from '../base/call.ts'
import { idText, knownVersion, savingQuery } from '../base/fields.ts'
import { imageFile, pdfFile } from '../base/files.ts'
import { listMeta, listQuery } from '../base/lists.ts'
import { listTermsQuery, listTermsSchema, termStatesQuery } from '../records/records.ts'
import { studentChangeSchema } from './studentChanges.ts'
import {
  activityRowSchema,
  namedSupporterSchema,
  personSchema,
  studentProfileSchema,
  studentRowSchema,
  studentToEditSchema,
} from './students.ts'
import { formerStatus, namedSupporterForm, statusesForm, studentBody, studentPatch } from './studentForms.ts'

const studentFiles = { pic: imageFile, cert: pdfFile }
const studentSaved = reply({ message: z.string(), data: studentRowSchema })
const people = reply({ data: z.array(personSchema), meta: listMeta })

export const studentCalls = {
  'GET /api/students?query=list': {
    summary: 'The students, as far as the caller may see them',
    /** With a year and term: only those without a supporter whose approved records of that term are not sent. */
    query: listQuery.extend({
      unsent_year: idText.optional(),
      unsent_term: idText.optional(),
      /** Finds only students whose record is restricted. */
      restricted: z.literal('1').optional(),
    }),
    answer: reply({ data: z.array(studentRowSchema), meta: listMeta }),
    isDefault: true,
  },
  'GET /api/students/:id?query=edit': {
    summary: 'A student to edit',
    params: idParams,
    answer: reply({ data: studentToEditSchema }),
  },
  'POST /api/students?query=list': {
    summary: 'Add a student; `supporter_id` may name the supporter too',
    query: savingQuery,
    body: studentBody,
    uploads: studentFiles,
    answer: studentSaved,
  },
  'PUT /api/students/:id?query=list': {
    summary: 'Edit a student, with the paper of another entry exam',
    params: idParams,
    query: savingQuery,
    body: studentBody.extend(knownVersion.shape),
    uploads: { cert: pdfFile },
    answer: studentSaved,
  },
  'PATCH /api/students/:id?query=list': {
    summary: 'Change the picture, certificate, supporter or status of a student',
    params: idParams,
    query: savingQuery,
    body: studentPatch,
    uploads: studentFiles,
    answer: studentSaved,
  },
  'POST /api/students/status': {
    summary: 'Set the status of several students, or undo that for those who are unchanged since',
    body: statusesForm,
    answer: reply({
      message: z.string(),
      data: z.object({
        /** The former statuses, for an undo. */
        former: z.array(formerStatus),
        changed_since: z.number().int(),
      }),
    }),
  },
  'GET /api/getliaison': { summary: 'The users who may have students', query: listQuery, answer: people },
  'GET /api/getsupporters': {
    summary: 'The supporters, to choose from',
    query: listQuery,
    answer: people,
    isDefault: true,
  },
  'GET /api/supporters/named': {
    summary: 'The supporters who have no email yet, with their active students',
    answer: reply({ data: z.array(namedSupporterSchema) }),
  },
  'POST /api/supporters/named': {
    summary: 'Register such a supporter, or take a registered one, for their students',
    body: namedSupporterForm,
    answer: messageReply,
  },
} as const satisfies Calls

/** The students of Academics, Finance and Gallery, with the states of their records. */
export const activityCalls = {
  'GET /api/students?query=activities': {
    summary: 'The students, to choose whose report cards, receipts or gallery are meant',
    query: listQuery.extend(termStatesQuery),
    answer: reply({ data: z.array(activityRowSchema), meta: listMeta }),
  },
  'GET /api/students?query=terms': {
    summary: 'The terms of the newest year with report cards or receipts, and who lacks one',
    query: listTermsQuery,
    answer: reply({ data: listTermsSchema.nullable() }),
  },
} as const satisfies Calls

export const profileCalls = {
  'GET /api/students/:id?query=profile': {
    summary: 'A student to read',
    params: idParams,
    /** The part of the profile that is opened. The answer is the same. */
    query: z.object({ type: z.string().max(20).optional() }),
    answer: reply({ data: studentProfileSchema }),
    isDefault: true,
  },
  'GET /api/students/:id?query=history': {
    summary: 'Who changed what of a student, and of what belongs to them, the newest first',
    params: idParams,
    answer: reply({ data: z.array(studentChangeSchema) }),
  },
} as const satisfies Calls
