import { ADMINISTRATOR } from '#contract/permissions.ts'

/**
 * How to change a setting of the server: for administrators its name, and the section of the handbook about it; for others whom
 * to ask.
 */
export const askOrSet = (role: number, setting: string, section: string) =>
  role === ADMINISTRATOR
    ? `The setting is ${setting}: see ${section} in docs/operating.md.`
    : 'Ask your server administrator.'
