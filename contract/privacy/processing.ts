import { z } from 'zod'
import { type Calls, reply } from '../base/call.ts'
import type { Purpose } from './consentStates.ts'

/** What Elimu does with data of children besides what each purpose of a consent covers, in the order of the register. */
export const otherActivities = [
  'records',
  'answers',
  'funding',
  'payments',
  'letters',
  'breaches',
  'looked',
  'work',
] as const
export type ProcessingActivity = Purpose | (typeof otherActivities)[number]

const count = z.number().int()

/** What the register of processing says that depends on this installation. */
export const processingSchema = z.object({
  contact: z.string().nullable(),
  /** How many years a record stays after a student has left; null if no period is set. */
  retention_years: count.nullable(),
  students: count,
  /** The countries of the supporters with students; null is not known. */
  countries: z.array(z.object({ country: z.string().nullable(), supporters: count })),
  staff: count,
  /** Whether the files are in a bucket rather than in a folder of the server. */
  are_files_online: z.boolean(),
  is_https: z.boolean(),
  second_step: z.enum(['nobody', 'roles_1_to_3', 'staff']),
  /** Null without nightly backups. */
  backups: z
    .object({
      is_online: z.boolean(),
      is_encrypted: z.boolean(),
      keep: z.object({ days: count, weeks: count, months: count }),
    })
    .nullable(),
})
export type Processing = z.output<typeof processingSchema>

export const processingCalls = {
  'GET /api/processing': {
    summary: 'The register of processing: what depends on this installation',
    answer: reply({ data: processingSchema }),
  },
} as const satisfies Calls
