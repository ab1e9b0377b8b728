import { z } from 'zod'
import {
  type CurriculumName,
  curriculumInName,
  curriculumOf,
  curriculumSchema,
  DEFAULT_CURRICULUM,
} from '#contract/records/curricula.ts'
import { type LookupForm, type LookupKind, lookups } from '#contract/lookups.ts'

/** The form values of a lookup. The curriculum of a class is empty until the user chooses one. */
export type LookupValues = Partial<Record<keyof LookupForm, string>>

/** The chosen curriculum, else the one that the name of the class suggests, else the default. */
export const curriculumGiven = ({ class_name = '', curriculum }: LookupValues): CurriculumName =>
  curriculumSchema.safeParse(curriculum).data ?? curriculumInName(class_name) ?? DEFAULT_CURRICULUM

export function lookupForm(kind: LookupKind): z.ZodType<LookupForm> {
  const { form, hasCurriculum } = lookups[kind]
  if (!hasCurriculum) return form
  return z.preprocess((values: LookupValues) => ({ ...values, curriculum: curriculumGiven(values) }), form)
}

/** `Levels EE1 to BE2, and no mean` */
export function curriculumWords(curriculum: CurriculumName): string {
  const { gradeWord, levels, hasMean } = curriculumOf(curriculum)
  return `${gradeWord}s ${levels[0]?.grade} to ${levels.at(-1)?.grade}, and ${hasMean ? 'a' : 'no'} mean`
}
