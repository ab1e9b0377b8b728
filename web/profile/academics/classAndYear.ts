import type { Report } from '#contract/reportCards.ts'

/** `Form 3, 2025` */
export const classAndYear = (reports: Pick<Report, 'class' | 'year'>[]) =>
  [reports.at(-1)?.class, reports.at(-1)?.year].join(', ')
