import type { HistoryEntry } from '#contract/base/call.ts'
import { isDay, formatDay } from '#contract/base/days.ts'
import { purposes, type Purpose } from '#contract/privacy/consentStates.ts'
import { consentLabels, purposeWords } from '#contract/privacy/consentWords.ts'
import { wrongRecipientLabels } from '#contract/privacy/wrongRecipients.ts'
import { commitmentLabels } from '#contract/money/commitments.ts'
import { paymentLineLabels } from '#contract/money/payments.ts'
import { ownPlanLabels } from '#contract/money/plans.ts'
import { receiptLabels } from '#contract/records/receipts.ts'
import { reportCardLabels } from '#contract/records/reportCards.ts'
import type { ChangedThing, StudentChange } from '#contract/students/studentChanges.ts'
import { studentLabels } from '#contract/students/students.ts'
import { titlesOf } from '../../privacy/consents/consentBadges.ts'
import { capital, listOf, plural } from '../../ui/plural.ts'

/** The labels of the fields of a change. */
export const changeLabels: Record<ChangedThing, Record<string, string>> = {
  student: studentLabels,
  consent: consentLabels,
  report: { ...reportCardLabels, file: 'File' },
  receipt: { ...receiptLabels, file: 'File', payment: 'Payment' },
  document: { year: 'Year', type: 'Type', file: 'File' },
  media: { title: 'Title', description: 'Description', type: 'Type', others: 'Other students' },
  own_plan: ownPlanLabels,
  commitment: commitmentLabels,
  payment_line: paymentLineLabels,
  wrong_recipient: wrongRecipientLabels,
}

/** A change in one sentence: what it is about, and what was done. */
type ChangeSentence = { about: string; words: string }

export function changeSentence(change: StudentChange): ChangeSentence {
  const { entity, of, action, changes } = change
  if (entity === 'student') return studentSentence(change)
  if (entity === 'consent') return { about: 'Consent', words: consentWordsOf(change) }
  if (entity === 'wrong_recipient') return { about: 'Wrong recipient', words: valueOf(changes, 'supporter') }
  const received = valueOf(changes, 'received')
  if (received) {
    const words = `${received} received for ${valueOf(changes, 'term')}`
    return { about: nouns[entity], words: [of, words].filter(Boolean).join(', ') }
  }
  const name =
    of ??
    (valueOf(changes, 'title') ||
      valueOf(changes, 'type') ||
      valueOf(changes, 'term') ||
      valueOf(changes, 'payment'))
  return { about: nouns[entity], words: [name, wordOf(action)].filter(Boolean).join(' ') }
}

const nouns = {
  report: 'Report card',
  receipt: 'Receipt',
  document: 'Document',
  media: 'Gallery',
  own_plan: 'Fee plan',
  commitment: 'Promise',
  payment_line: 'Payment',
} as const

/** An import names its file beside the user. */
const IMPORTED = /^(imported|undid import) from (.+)$/s
export const fileOfAction = (action: string) => IMPORTED.exec(action)?.[2]
const wordOf = (action: string) => IMPORTED.exec(action)?.[1] ?? action

const valueOf = (changes: HistoryEntry['changes'], name: string): string => {
  const change = changes.find(({ field }) => field === name)
  return shown(change?.to ?? change?.from ?? '')
}
const shown = (value: string) => (isDay(value) ? formatDay(value) : value)

const files = new Set(['picture', 'certificate', 'result slip'])

const studentWords: Partial<Record<string, ChangeSentence>> = {
  'changed picture': { about: 'Picture', words: 'changed' },
  'changed certificate': { about: 'KCPE certificate', words: 'changed' },
  'changed result slip': { about: 'Result slip', words: 'changed' },
  'started anonymising': { about: 'Record', words: 'anonymising started' },
  'cancelled anonymising': { about: 'Record', words: 'anonymising cancelled' },
  anonymised: { about: 'Record', words: 'anonymised' },
  restricted: { about: 'Record', words: 'use restricted' },
  'lifted the restriction': { about: 'Record', words: 'restriction lifted' },
}

function studentSentence({ action, changes }: StudentChange): ChangeSentence {
  const word = wordOf(action)
  const known = studentWords[action]
  if (known) return known
  if (action === 'added supporter' || action === 'removed supporter')
    return {
      about: 'Supporter',
      words: `${valueOf(changes, 'supporter')} ${action === 'added supporter' ? 'added' : 'removed'}`,
    }
  if (action === 'changed status')
    return oneChange('status', changes) ?? { about: 'Status', words: 'changed' }
  if (word === 'added' || word === 'imported') {
    const papers = changes.filter(({ field }) => files.has(field)).map(({ field }) => field)
    const facts = changes.length - papers.length
    return { about: `Student ${word}`, words: listOf([plural(facts, 'fact'), ...papers]) }
  }
  const [only, ...more] = changes
  if (only && more.length === 0) {
    const sentence = oneChange(only.field, changes)
    if (sentence) return sentence
  }
  const labels = changes.map(({ field }) => labelOf(field))
  if (action === 'edited' && labels.length > 0) {
    const named = labels.slice(0, NAMED)
    const rest = labels.length - named.length
    return { about: 'Facts', words: `${listOf(rest ? [...named, `${rest} more`] : named)} changed` }
  }
  return { about: 'Student', words: word }
}

/** How many changed fields a sentence names. */
const NAMED = 3
/** The greatest length of a value in a sentence; a background is longer. */
const LENGTH = 60

const labelOf = (field: string) => (studentLabels as Record<string, string>)[field] ?? capital(field)

/** `School: Mwala Secondary, before Ahero Mixed`; undefined if a value is too long for a sentence. */
function oneChange(name: string, changes: HistoryEntry['changes']): ChangeSentence | undefined {
  const change = changes.find(({ field }) => field === name)
  if (!change || files.has(name)) return undefined
  const { from, to } = change
  const about = labelOf(name)
  if (Math.max((from ?? '').length, (to ?? '').length) > LENGTH) return { about, words: 'changed' }
  const before = from === null ? '' : `before ${shown(from)}`
  return { about, words: [to === null ? 'removed' : shown(to), before].filter(Boolean).join(', ') }
}

const consentActions: Partial<Record<string, string>> = {
  'marked as void': 'marked as void',
  'asked for erasure': 'the family asks for erasure',
  'no longer asks for erasure': 'the family no longer asks for erasure',
}

/** The answers of a consent, by purpose: of the adult, or the student of age, and of the child beside them. */
type ConsentAnswers = { purpose: Purpose; adult: string; child: string }[]

export const answersOfChange = (changes: HistoryEntry['changes']): ConsentAnswers =>
  purposes.flatMap((purpose) => {
    const { title } = purposeWords[purpose]
    const [adult, child] = [valueOf(changes, title), valueOf(changes, `${title}, child`)]
    return adult || child ? [{ purpose, adult, child }] : []
  })

/** `Yes to all, mother and child`, `Yes to 6, No to Pictures, mother` */
function consentWordsOf({ action, changes }: StudentChange): string {
  const known = consentActions[action]
  if (known) return known
  const answers = answersOfChange(changes)
  const of = (word: string) =>
    answers.filter(({ adult, child }) => (adult === 'No' || child === 'No' ? 'No' : 'Yes') === word)
  const titles = (some: ConsentAnswers) => titlesOf(some.map(({ purpose }) => purpose))
  const [yes, no] = [of('Yes'), of('No')]
  const who = valueOf(changes, 'given_by').toLowerCase()
  const childSpoke = answers.some(({ child }) => child === 'Yes' || child === 'No')
  const said = [
    yes.length === purposes.length ? 'Yes to all' : yes.length > 0 && `Yes to ${titles(yes)}`,
    no.length > 0 && `No to ${titles(no)}`,
    childSpoke ? `${who} and child` : who,
  ]
  return said.filter(Boolean).join(', ')
}
