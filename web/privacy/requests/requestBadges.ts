import { dayAndMonth, dayOf, daysBetween, formatDay } from '#contract/base/days.ts'
import {
  type RequestKind,
  requestKinds,
  type RequestState,
  type RightsRequest,
} from '#contract/privacy/requests.ts'
import { plural } from '../../ui/plural.ts'
import type { StatusLook } from '../../ui/StatusBadge.tsx'

const looks: Record<RequestState, StatusLook> = {
  to_decide: { word: 'To decide', tone: 'amber', shape: 'ring' },
  accepted: { word: 'Accepted', tone: 'blue', shape: 'ring' },
  waiting: { word: 'Waiting', tone: 'blue', shape: 'dashedRing' },
  answered: { word: 'Answered', tone: 'green', shape: 'circledTick' },
  refused: { word: 'Refused', tone: 'grey', shape: 'square' },
}

export const stateBadge = ({
  state,
  anonymise_on,
}: Pick<RightsRequest, 'state' | 'anonymise_on'>): StatusLook =>
  state === 'waiting' && anonymise_on
    ? { ...looks.waiting, word: `Waiting until ${dayAndMonth(anonymise_on)}` }
    : looks[state]

/** `3 days overdue`, `today`, `in 7 days` */
export function dueWords(due_on: string, today: string): string {
  const days = daysBetween(today, due_on)
  if (days < 0) return `${plural(-days, 'day')} overdue`
  return days === 0 ? 'today' : `in ${plural(days, 'day')}`
}

type Due = Pick<RightsRequest, 'state' | 'due_on' | 'start_by'>

export const isOverdue = ({ due_on }: Pick<Due, 'due_on'>, today: string) => due_on < today

export const isStartLate = ({ start_by }: Pick<Due, 'start_by'>, today: string) => start_by < today

/** `Start by 27 Nov`, while an erasure has not begun. */
export const startWords = ({ state, start_by, due_on }: Due) =>
  start_by < due_on && (state === 'to_decide' || state === 'accepted')
    ? `Start by ${dayAndMonth(start_by)}`
    : undefined

/** Who asked, without the name once the record is anonymised. */
export const askerOf = ({ asked_by }: Pick<RightsRequest, 'asked_by'>) => asked_by || 'the person who asked'

/** `5 days after it was asked` */
export function closedWords({ asked_on, closed_at }: Pick<RightsRequest, 'asked_on' | 'closed_at'>): string {
  if (!closed_at) return ''
  const days = daysBetween(asked_on, dayOf(new Date(closed_at)))
  return days === 0 ? 'on the day it was asked' : `${plural(days, 'day')} after it was asked`
}

/** `Request of 16 Nov 2026, Fatuma Noor` */
export const requestTitle = ({ asked_on, asked_by }: Pick<RightsRequest, 'asked_on' | 'asked_by'>) =>
  `Request of ${formatDay(asked_on)}, ${askerOf({ asked_by })}`

/** `Erasure, Otieno Okello, EL-0319, asked by Daniel Okello on 16 Nov 2026` */
export const requestLine = ({ kind, student, ref, asked_by, asked_on }: RightsRequest) =>
  `${requestKinds[kind].title}, ${student}, ${ref}, asked by ${askerOf({ asked_by })} on ${formatDay(asked_on)}`

export type Step = { title: string; text: string }

const give = (asker: string): Step[] => [
  { title: 'Export the record', text: 'One file with the whole record, readable without Elimu.' },
  { title: `Give it to ${asker}`, text: 'On a memory stick, or printed.' },
  { title: 'Mark it as answered', text: 'With the date, and how they received it.' },
]

const acceptedSteps: Record<RequestKind, (asker: string) => Step[]> = {
  access: give,
  copy: give,
  correction: (asker) => [
    { title: 'Correct the record', text: 'Its history shows the old and the new value.' },
    { title: `Tell ${asker}`, text: 'What was changed, or why something stays.' },
    { title: 'Mark it as answered', text: 'With the date.' },
  ],
  erasure: (asker) => [
    { title: 'Set the status', text: 'The record of a student who is Active cannot be anonymised.' },
    {
      title: 'Anonymise the record',
      text: 'An administrator starts it. After seven days it cannot be undone.',
    },
    { title: `Tell ${asker} the day`, text: 'The request is answered when the record is anonymised.' },
  ],
  restriction: (asker) => [
    {
      title: 'The use of the record is restricted',
      text: 'Accepting the request did this. It can be lifted on the student’s page.',
    },
    { title: `Tell ${asker}`, text: 'The supporter sees nothing of the record, and letters leave it out.' },
    { title: 'Mark it as answered', text: 'With the date.' },
  ],
}

/** The next steps for an open request. */
export function stepsOf(request: RightsRequest): Step[] {
  const { state, kind, anonymise_on } = request
  const asker = askerOf(request)
  if (state === 'accepted') return acceptedSteps[kind](asker)
  if (state === 'waiting')
    return [
      {
        title: `Wait until ${anonymise_on ? formatDay(anonymise_on) : 'the record is anonymised'}`,
        text: 'The request is then answered. Until then it can be cancelled on the student’s page.',
      },
    ]
  return [
    {
      title: 'Check who asks',
      text: 'A parent, a guardian, or the student, with the proof that is noted here.',
    },
    {
      title: 'Accept or refuse',
      text: 'A refusal needs a reason, and a letter. An administrator or director decides.',
    },
    ...(kind === 'restriction'
      ? [
          {
            title: 'Accepting restricts the use',
            text: 'From then on the supporter sees nothing of the record, and letters leave it out.',
          },
        ]
      : []),
  ]
}
