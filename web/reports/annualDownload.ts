import type { Download } from '../ui/export/Download.ts'
import type { AmountColumn } from './amountColumns.ts'
import type { AnnualKind, AnnualRow } from './AnnualKind.ts'
import { annualSums } from './annualSums.ts'

/** A line for each school of a student, and the sums of what is saved in the last. */
export const annualDownload = (
  { fileName, format, sumWord, sum }: AnnualKind,
  amounts: AmountColumn[],
  year: string,
): Download<AnnualRow> => ({
  name: `${fileName}-${year}`,
  headers: ['No.', 'Student Name', 'Class', 'School', ...amounts.map(({ header }) => header)],
  formats: [undefined, undefined, undefined, undefined, ...amounts.map(() => format)],
  lines: ({ student, class: class_name, schools }, number) =>
    schools.map((line) => [number, student, class_name, line.school, ...amounts.map(({ of }) => of(line))]),
  foot: (rows) => [null, sumWord, null, null, ...annualSums(rows, amounts, sum).amounts],
})
