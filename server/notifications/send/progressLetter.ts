import { type CurriculumName, curriculumOf, isUnmarked } from '#contract/records/curricula.ts'
import { markOf } from '#contract/records/reportCards.ts'
import { shillingsText } from '#contract/records/receipts.ts'
import { escapeHtml } from '../../base/escapeHtml.ts'
import { buttonHtml, letterHtml } from '../../mail/letterHtml.ts'
import type { LetterContent } from '../../mail/outbox.ts'

/** A mean grade with its score in whole tenths; in a curriculum without a mean the overall level, if any. */
type OverallResult = {
  curriculum: CurriculumName
  grade: string | null
  mark: number | null
  overall_level: string | null
}

/** The part of a letter about one student. */
export type StudentNews = {
  name: string
  ref: string
  report?: OverallResult & {
    /** The level of each subject, in a curriculum without a mean. */
    levels: { subject: string; grade: string }[]
    teacher_comment: string
    liaison_comment: string
    /** The last verified report card before this term. */
    before?: OverallResult & { year: string; term: string }
  }
  /** The costs of each category, in whole cents. */
  costs: { category: string; cost: number }[]
}

export type News = {
  charity: string
  /** The address at which supporters sign in. */
  address: string
  first_name: string
  year: string
  term: string
  students: StudentNews[]
  /** How many PDFs are attached, and how many were too large together. */
  attached: number
  notAttached: number
}

/** The one letter of a term to one supporter. */
export function progressLetter(news: News): LetterContent {
  const { charity, address, first_name, year, term, students } = news
  const subject = `Progress Report, ${term} ${year} - ${charity}`
  const greeting = `Dear ${first_name},`
  const opening = `Here is the news of ${term} ${year} about ${listed(students.map(({ name }) => name))}.`
  const closing = attachmentsText(news)
  const explanations = explanationsOf(students)
  const thanks = `Thank you for standing by ${students.length === 1 ? 'this child' : 'these children'}.`
  return {
    subject,
    text: [
      greeting,
      opening,
      ...students.map(studentText),
      ...explanations,
      closing,
      `Sign in: ${address}`,
      thanks,
      charity,
    ].join('\n\n'),
    html: letterHtml({
      title: `Progress Report, ${term} ${year}`,
      charity,
      body: `
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(opening)}</p>${students.map(studentHtml).join('')}${explanations.map(noteHtml).join('')}
<p style="border-top:1px solid #dbe0d9;padding-top:16px;margin-top:24px">${escapeHtml(closing)}</p>${buttonHtml('Sign in', address)}
<p>${escapeHtml(thanks)}</p>
<p>${escapeHtml(charity)}</p>`,
    }),
  }
}

function attachmentsText({ attached, notAttached }: News): string {
  const attachedPdfs = `${attached} ${attached === 1 ? 'PDF is' : 'PDFs are'} attached`
  if (notAttached === 0) return `The report cards and receipts: ${attachedPdfs}.`
  if (attached === 0) return 'The PDFs are too large for a letter: sign in to see them.'
  const rest =
    notAttached === 1
      ? '1 more was too large to send along: sign in to see it.'
      : `${notAttached} more were too large to send along: sign in to see them.`
  return `${attachedPdfs}. ${rest}`
}

/** The meaning of the grades, once for each curriculum that needs an explanation. */
const explanationsOf = (students: StudentNews[]) => [
  ...new Set(students.flatMap(({ report }) => (report && curriculumOf(report.curriculum).explanation) ?? [])),
]

/** A report card as labels and values; `isOverall` marks the result of the term. */
function linesOf({ levels, before, ...report }: NonNullable<StudentNews['report']>) {
  const overall = overallText(report)
  // Means and levels are not compared.
  const earlier = before?.curriculum === report.curriculum ? overallText(before) : null
  const { hasMean } = curriculumOf(report.curriculum)
  return [
    ...levels.map(({ subject, grade }) => ({ label: subject, value: grade, isOverall: false })),
    ...(overall === null
      ? []
      : [{ label: hasMean ? 'Mean grade and score' : 'Overall level', value: overall, isOverall: true }]),
    ...(before && earlier !== null
      ? [{ label: `${before.term} ${before.year}`, value: earlier, isOverall: false }]
      : []),
  ]
}

/** The grades X and Y are shown without a score. */
const overallText = ({ grade, mark, overall_level }: OverallResult) =>
  grade === null || isUnmarked(grade) ? (grade ?? overall_level) : `${grade} (${markOf(mark)})`

const sumOf = (costs: StudentNews['costs']) => costs.reduce((sum, { cost }) => sum + cost, 0)

/** The line with which a letter's part about a student begins. */
export const studentHead = ({ name, ref }: Pick<StudentNews, 'name' | 'ref'>) => `${name} (${ref})`

function studentText({ name, ref, report, costs }: StudentNews): string {
  const lines = [studentHead({ name, ref })]
  if (report) {
    lines.push(...linesOf(report).map(({ label, value }) => `${label}: ${value}`))
    lines.push(`Teacher: ${report.teacher_comment}`, `Liaison officer: ${report.liaison_comment}`)
  }
  if (costs.length > 0) {
    lines.push('Receipts:')
    for (const { category, cost } of costs) lines.push(`${category}: KES ${shillingsText(cost)}`)
    lines.push(`Total: KES ${shillingsText(sumOf(costs))}`)
  }
  return lines.join('\n')
}

const CELL = 'padding:6px 0;border-bottom:1px solid #dbe0d9'

function studentHtml({ name, ref, report, costs }: StudentNews): string {
  return `
<h2 style="font-size:18px;line-height:24px;margin:24px 0 4px;border-top:1px solid #dbe0d9;padding-top:16px">${escapeHtml(name)}</h2>
<p style="margin:0 0 8px;color:#5f6b66;font-size:14px">${escapeHtml(ref)}</p>${report ? reportHtml(report) : ''}${costs.length > 0 ? costsHtml(costs) : ''}`
}

const reportHtml = (report: NonNullable<StudentNews['report']>) =>
  table(linesOf(report).map(({ label, value, isOverall }) => row(label, value, isOverall))) +
  quote('Teacher', report.teacher_comment) +
  quote('Liaison officer', report.liaison_comment)

const noteHtml = (text: string) => `
<p style="margin:0 0 12px;color:#5f6b66;font-size:14px">${escapeHtml(text)}</p>`

const costsHtml = (costs: StudentNews['costs']) => `
<p style="margin:16px 0 0"><strong>Receipts</strong></p>${table([
  ...costs.map(({ category, cost }) => row(category, `KES ${shillingsText(cost)}`)),
  row('Total', `KES ${shillingsText(sumOf(costs))}`, true),
])}`

const table = (rows: string[]) => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 12px">${rows.join('')}
</table>`

const row = (label: string, value: string, isStrong = false) => `
<tr><td style="${CELL}">${escapeHtml(label)}</td><td align="right" style="${CELL};white-space:nowrap${isStrong ? ';font-weight:600' : ''}">${escapeHtml(value)}</td></tr>`

const quote = (who: string, comment: string) => `
<p style="margin:0 0 12px"><strong>${who}</strong><br>${escapeHtml(comment).replaceAll('\n', '<br>')}</p>`

/** Ann; Ann and Ben; Ann, Ben and Cyn. */
function listed(names: string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
