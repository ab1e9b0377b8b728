import { canSeeLiaisonAndSupporter } from '#contract/permissions.ts'

/** What a role may look for in a list of students. */
export const studentSearchLabel = (role: number) =>
  canSeeLiaisonAndSupporter(role) ? 'Search by name, ref or liaison' : 'Search by name or ref'
