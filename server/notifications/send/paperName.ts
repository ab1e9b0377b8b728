type Paper = { kind: 'report' | 'receipt'; student: string; year: string; term: string }

const words = { report: 'Report card', receipt: 'Receipt' } as const

/** What a PDF is called beside a letter: `Receipt 2 of Faith Atieno Odhiambo, Term 1 2026.pdf`. */
export function paperName(paper: Paper, before: Paper[]): string {
  const { kind, student, year, term } = paper
  const number = before.filter((other) => other.kind === kind && other.student === student).length + 1
  const name = `${words[kind]}${number > 1 ? ` ${number}` : ''} of ${student}, ${term} ${year}.pdf`
  // What some computer would read as a folder, or refuse.
  return name.replaceAll(/[\\/:*?"<>|]/g, '-')
}
