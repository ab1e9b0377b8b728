import type { PromiseLetterKind } from '#contract/money/commitments.ts'
import type { Renewal } from '#contract/money/funding.ts'
import { firstNameOf } from '../students/studentRow.ts'
import { kes, shortMoney, sumOf } from '../ui/amounts.ts'
import { listOf, plural } from '../ui/plural.ts'

export type Promised = Renewal['promises'][number]

export const missingOf = ({ amount, received }: Promised) => Math.max(0, sumOf([amount, -received]))

/** What others noted since a form was opened, as a sentence; undefined if nothing. */
export function receivedWords(seen: Promised[], now: Promised[]): string | undefined {
  const changed = now.filter(({ received }, index) => received !== seen[index]?.received)
  if (changed.length === 0) return undefined
  const words = changed.map(({ received, student }) => `${kes(received)} for ${student}`)
  return `Received by now: ${listOf(words)}.`
}

export const totalOf = (renewals: Renewal[], key: 'amount' | 'missing') =>
  sumOf(renewals.map((renewal) => renewal[key]))
/** A late promise has a row for each late term. */
const promisesIn = (renewals: Renewal[]) =>
  new Set(renewals.flatMap(({ promises }) => promises.map(({ commitment_id }) => commitment_id))).size

/** What the view of late or ending promises says first, and the sentence below it. */
export function renewalStatement(kind: PromiseLetterKind, renewals: Renewal[], when: string) {
  const count = plural(promisesIn(renewals), 'promise')
  const who = plural(renewals.length, 'supporter or source').replace(
    'supporter or sources',
    'supporters and sources',
  )
  if (kind === 'late') {
    if (renewals.length === 0)
      return {
        title: `No promise for ${when} is late`,
        note: 'A promise is late 14 days after its term opened. Terms without dates in the school calendar are not counted.',
      }
    return {
      title: `${kes(totalOf(renewals, 'missing'))} promised for ${when} has not arrived`,
      note: `${count} of ${who} ${promisesIn(renewals) === 1 ? 'is' : 'are'} late.`,
    }
  }
  if (renewals.length === 0)
    return { title: 'No promise ends soon', note: 'None ends with this term or the next one.' }
  const asked = renewals.filter(({ asked_at }) => asked_at !== null).length
  const askedWords = asked === 0 ? 'None has' : asked === 1 ? '1 has' : `${asked} have`
  return {
    title: `${count} ${promisesIn(renewals) === 1 ? 'ends' : 'end'} with this term or the next one`,
    note: `${kes(totalOf(renewals, 'amount'))} a term, from ${who}. ${askedWords} been asked.`,
  }
}

/** How the person is reached. */
export function reachOf({ email, supporter_id }: Renewal): string {
  if (email !== null) return email
  return supporter_id === null ? 'Source without an e-mail' : 'Account disabled'
}

export type LetterFacts = {
  renewal: Renewal
  /** The terms of late promises, or after which promises end, in order: `Term 1, 2027`. */
  terms: string[]
  signed_by: string
  role: string
  charity: string
}

/** `22,000 for Achieng and 8,000 for Lekishon`; those who may not be named come last, as `other children`. */
function shares(promises: Promised[]): string {
  const [named, others] = [
    promises.filter(({ may_name }) => may_name),
    promises.filter((each) => !each.may_name),
  ]
  const share = (own: Promised[], who: string) =>
    `${shortMoney(sumOf(own.map(({ amount }) => amount)))} for ${who}`
  return listOf([
    ...byName(named).map(([who, own]) => share(own, who)),
    ...(others.length > 0
      ? [share(others, countStudents(others) > 1 ? 'other children' : 'another child')]
      : []),
  ])
}

const countStudents = (promises: Promised[]) => new Set(promises.map(({ student_id }) => student_id)).size

/** Promises by first name, because the family may share no other; children with the same one are counted. */
const byName = (promises: Promised[]): [who: string, own: Promised[]][] =>
  [...Map.groupBy(promises, ({ student }) => firstNameOf({ name: student }))].map(([name, own]) => {
    const count = countStudents(own)
    return [count === 1 ? name : `${count === 2 ? 'two' : count} children named ${name}`, own]
  })

/** The letter with which a person starts, before they edit it. */
export function promiseLetter(
  kind: PromiseLetterKind,
  { renewal, terms, signed_by, role, charity }: LetterFacts,
): { subject: string; text: string } {
  const { name, promises, amount, missing } = renewal
  const named = promises.filter(({ may_name }) => may_name)
  const children = listOf(byName(named).map(([who]) => who))
  const thanks = named.length > 0 ? `Thank you for standing by ${children}.` : 'Thank you for your support.'
  const when = listOf(terms)
  const end = `Yours sincerely,\n${signed_by}\n${role}, ${charity}`
  if (kind === 'late') {
    const each = named.length > 0 && countStudents(promises) > 1 ? `: ${shares(promises)}` : ''
    const arrived =
      missing < amount
        ? `${kes(sumOf([amount, -missing]))} has arrived, and ${kes(missing)} is still missing.`
        : 'We have not received it yet.'
    return {
      subject: `Your promise for ${when}`,
      text: [
        `Dear ${name},`,
        thanks,
        `You promised ${kes(amount)} for ${when}${each}. ${arrived} If it is on its way, please forgive this letter.`,
        'If anything has changed for you, write to me. We will find a way together.',
        end,
      ].join('\n\n'),
    }
  }
  return {
    subject: 'Thank you, and may we count on you again?',
    text: [
      `Dear ${name},`,
      thanks,
      `Your promise of ${kes(amount)} a term ends after ${when}. May we count on you for the time after that?`,
      'A short answer is enough: yes, no, or another amount.',
      end,
    ].join('\n\n'),
  }
}

/** Divides what came in over the promises, in their order. What is more than promised stays with the last one. */
export function divide(cents: number, missing: number[]): number[] {
  let left = cents
  return missing.map((most, index) => {
    const part = index === missing.length - 1 ? left : Math.min(left, most)
    left -= part
    return part
  })
}
