/** What a student's profile is opened for. */
export const profileTypes = ['academics', 'finance'] as const
export type ProfileType = (typeof profileTypes)[number]
