import { idText } from '#contract/fields.ts'
import { type ProfileType, profileTypes } from '#contract/profile.ts'

/** Which student's profile is open, and for what. */
export type ProfileAddress = { student?: number; profile?: ProfileType }

/** Reads the address; whatever makes no sense there is as if it were not there. */
export const readProfileAddress = ({ student, profile }: Record<string, unknown>): ProfileAddress => ({
  student: idText.safeParse(String(student)).data,
  profile: profileTypes.find((known) => known === profile),
})
