import {
  type Backup,
  type BackupLapse,
  type BackupOverview,
  type NightlyBackups,
  type RestoreTest,
} from '#contract/backups.ts'
import { dayOf, daysBetween, timeOf } from '#contract/base/days.ts'
import { formatMoment, formatTime } from '../ui/formatDate.ts'
import { plural } from '../ui/plural.ts'

// All times are Nairobi time, independent of the reader's time zone.
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** Times before this are night. */
const MORNING = '06:00'
const EVENING = '18:00'

const weekday = (iso: string) => WEEKDAYS[new Date(dayOf(new Date(iso))).getUTCDay()] ?? ''
const isNight = (instant: Date) => timeOf(instant) < MORNING
/** The number of calendar days from one instant to another. */
const daysFrom = (from: Date, to: Date) => daysBetween(dayOf(from), dayOf(to))

/** `Fri 20 Nov, 02:00` */
export const shortMoment = (iso: string) => `${weekday(iso).slice(0, 3)} ${formatMoment(iso)}`

/** `Wednesday, 18 Nov, 02:04` */
export const longMoment = (iso: string) => `${weekday(iso)}, ${formatMoment(iso)}`

/** The time, with the day unless it is today: `14:04` */
export const nearMoment = (iso: string, now: Date) =>
  daysFrom(new Date(iso), now) === 0 ? `at ${formatTime(iso)}` : `on ${longMoment(iso)}`

/** `last night at 02:04`, `today at 15:23`, `yesterday at 15:23`, `on Wednesday, 18 Nov, 02:04` */
export function pastWords(iso: string, now: Date): string {
  const at = new Date(iso)
  const days = daysFrom(at, now)
  if (days > 1) return `on ${longMoment(iso)}`
  const day = days === 1 ? 'yesterday' : isNight(at) && !isNight(now) ? 'last night' : 'today'
  return `${day} at ${formatTime(iso)}`
}

/** `Tonight at 02:00`, `Today at 14:00`, `Tomorrow at 14:00` */
export function nextWords(iso: string, now: Date): string {
  const at = new Date(iso)
  const isToday = daysFrom(now, at) === 0
  // The night after a day is tonight, even if its hours belong to tomorrow.
  const isTonight = isToday ? isNight(at) || timeOf(at) >= EVENING : isNight(at) && !isNight(now)
  return `${isTonight ? 'Tonight' : isToday ? 'Today' : 'Tomorrow'} at ${formatTime(iso)}`
}

/** `3.42 GB`, `38 MB`, `640 KB`; null is `0 MB`. */
export function sizeText(bytes: number | null): string {
  if (bytes === null) return '–'
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`
  if (bytes >= 1e6 || bytes === 0) return `${Math.round(bytes / 1e6)} MB`
  return `${Math.max(1, Math.round(bytes / 1e3))} KB`
}

/** `38 MB of it new`. Unknown for a copy made by another Elimu. */
export function newText(good: Backup | null): string {
  if (!good) return 'No good copy yet'
  return good.new_bytes === null ? 'Records and files' : `${sizeText(good.new_bytes)} of it new`
}

/** `7 days, 5 weeks, 12 months` */
export const retentionText = ({ days, weeks, months }: NightlyBackups['keep']) =>
  [plural(days, 'day'), plural(weeks, 'week'), plural(months, 'month')]
    .filter((words) => !words.startsWith('0 '))
    .join(', ')

/** Why a copy is not good, or who started it. */
export function aboutText({ reason, is_nightly, started_by }: Backup): string {
  if (reason) return reason.replace(/\.$/, '')
  if (is_nightly) return 'Nightly'
  return started_by ? `By ${started_by}` : 'By hand, on the server'
}

/** `Started by Amina Mwangi at 10:41.` */
export function startedText({ is_nightly, started_by, started_at }: Backup): string {
  const who = started_by ? ` by ${started_by}` : is_nightly ? ' automatically' : ' on the server'
  return `Started${who} at ${formatTime(started_at)}.`
}

/** The problem of the newest copy: `Last night’s failed: the store did not answer.` */
export function problemText(newest: Backup | undefined, now: Date): string | undefined {
  if (!newest) return undefined
  if (newest.state === 'good') return newest.is_unpruned ? `${aboutText(newest)}.` : undefined
  const isOfLastNight = newest.is_nightly && pastWords(newest.started_at, now).startsWith('last night')
  const became = newest.state === 'failed' ? 'failed' : 'was not good'
  return `${isOfLastNight ? 'Last night’s' : 'The last one'} ${became}: ${asClause(aboutText(newest))}.`
}

const asClause = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1)

/** The warning that there is no good copy: since when, why, and who was informed. */
export function lapseText(
  { since, letter_at }: BackupLapse,
  lastGood: Backup | null,
  newest: Backup | undefined,
  now: Date,
): string {
  const beginning = lastGood
    ? `The last good copy is from ${longMoment(lastGood.read_back_at ?? lastGood.started_at)}.`
    : `Nightly copies are on since ${longMoment(since)}, and none has been good.`
  const letter = letter_at && `A letter went to all administrators ${nearMoment(letter_at, now)}.`
  return [beginning, problemText(newest, now), letter].filter(Boolean).join(' ')
}

/** The progress of a running copy: in words, in percent, and in coarse steps for screen readers. */
export function progressOf({ step, files_done, files_total }: Backup) {
  const percent = files_total === 0 ? 0 : Math.round((100 * files_done) / files_total)
  const files = `${grouped(files_done)} of ${grouped(files_total)} files`
  const quarter = `${Math.floor(percent / 25) * 25} percent`
  if (step === 'records')
    return { percent: 0, words: 'First the records, then the files', announced: 'Records' }
  if (step === 'files')
    return { percent, words: `${files}, then it is read back`, announced: `Files, ${quarter}` }
  return { percent, words: `${files} read back`, announced: `Reading back, ${quarter}` }
}

const grouped = (count: number) => count.toLocaleString('en-US')

/** The newest test restore: `Passed last night at 02:06`. */
export function testWords(
  test: RestoreTest | null,
  { is_tested }: Pick<NightlyBackups, 'is_tested'>,
  now: Date,
): string {
  if (!is_tested) return 'Off'
  if (!test) return 'Not yet'
  if (!test.ended_at) return 'Running'
  return `${test.state === 'passed' ? 'Passed' : 'Failed'} ${pastWords(test.ended_at, now)}`
}

/** What the newest test restored, or what to expect. */
export function testDetails(
  test: RestoreTest | null,
  { is_tested }: Pick<NightlyBackups, 'is_tested'>,
): string {
  if (!is_tested) return 'The server has BACKUP_TEST=off'
  if (!test) return 'With the next nightly copy'
  if (!test.ended_at) return 'A copy is restored into a scratch folder'
  if (test.state === 'failed') return 'It is repeated with the next copy'
  const seconds = Math.max(1, Math.round((Date.parse(test.ended_at) - Date.parse(test.started_at)) / 1000))
  const rows = `${grouped(test.rows ?? 0)} rows of ${plural(test.tables ?? 0, 'table')}`
  const files =
    test.files === null
      ? 'files compared encrypted'
      : `${grouped(test.files)} ${test.files === 1 ? 'file' : 'files'}`
  return `${rows}, ${files}, ${plural(seconds, 'second')}`
}

/** What is wrong with earlier copies, in sentences. */
export function troublesOf({
  nightly,
  restore_test,
  damaged_copies,
}: Pick<BackupOverview, 'nightly' | 'restore_test' | 'damaged_copies'>): string[] {
  const { state, reason } = restore_test ?? {}
  return [
    ...(nightly?.is_tested && state === 'failed'
      ? [`The test restore failed: ${asClause(reason ?? 'the reason is unknown').replace(/\.$/, '')}.`]
      : []),
    ...damaged_copies.map(
      (name) =>
        `The copy ${name} is damaged or missing, and no longer counts. Delete what is left of it at its place.`,
    ),
  ]
}
