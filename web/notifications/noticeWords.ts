import { plural } from '../ui/plural.ts'

type Counts = { reports: number; receipts: number }

export const countsOf = (rows: Counts[]): Counts => ({
  reports: rows.reduce((sum, { reports }) => sum + reports, 0),
  receipts: rows.reduce((sum, { receipts }) => sum + receipts, 0),
})

/** 1 report card and 2 receipts. */
export function inWords({ reports, receipts }: Counts): string {
  const parts = [
    ...(reports > 0 ? [plural(reports, 'report card')] : []),
    ...(receipts > 0 ? [plural(receipts, 'receipt')] : []),
  ]
  return parts.join(' and ')
}
