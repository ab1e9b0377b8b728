import { canEditStudents, canRecordConsents, canVerifyRecords } from '#contract/permissions.ts'
import type { Missing, MissingState, StudentTask } from '#contract/records/records.ts'
import type { StatusLook } from '../ui/StatusBadge.tsx'
import { type RecordKind, recordKinds } from '../records/recordKinds.ts'

/** What a student can lack in a term: its badge and its count, in the order of the columns. */
export const lacks = {
  noReport: {
    look: { word: 'No report card', tone: 'red', shape: 'dashedRing' },
    count: ({ report }) => Number(report === 'missing'),
  },
  unverified: {
    look: { word: 'Unverified', tone: 'amber', shape: 'ring' },
    count: ({ report, receipts, receipts_returned }) =>
      Number(report === 'unverified') + receipts - receipts_returned,
  },
  returned: {
    look: { word: 'Returned', tone: 'blue', shape: 'triangle' },
    count: ({ report, receipts_returned }) => Number(report === 'returned') + receipts_returned,
  },
  noReceipt: {
    look: { word: 'No receipt', tone: 'red', shape: 'dashedRing' },
    count: ({ receipt }) => Number(receipt === 'missing'),
  },
  noPicture: {
    look: { word: 'No picture', tone: 'grey', shape: 'square' },
    count: ({ path }) => Number(path === null),
  },
  noCertificate: {
    look: { word: 'No certificate', tone: 'grey', shape: 'square' },
    count: ({ no_certificate }) => Number(no_certificate),
  },
  unknownFacts: {
    look: { word: 'Facts to complete', tone: 'grey', shape: 'square' },
    count: ({ unknown_facts }) => unknown_facts,
  },
  noConsent: {
    look: { word: 'No consent', tone: 'amber', shape: 'dashedRing' },
    count: ({ consent }) => Number(consent === 'missing'),
  },
  consentEndsSoon: {
    look: { word: 'Consent ends soon', tone: 'amber', shape: 'diamond' },
    count: ({ consent }) => Number(consent === 'ends_soon'),
  },
} satisfies Record<string, { look: StatusLook; count: (row: Missing) => number }>

export type Lack = keyof typeof lacks
export const everyLack = Object.keys(lacks) as Lack[]

export type MissingAction = 'add' | 'edit' | 'verify'
/** A possible next step for a student. */
export type Step = RecordStep | StudentStep | ConsentStep
type RecordStep = { of: RecordKind; action: MissingAction; state: MissingState }
type StudentStep = { of: 'picture' | 'certificate' | 'facts' }
/** A consent that ends is asked for again, with a new form. */
type ConsentStep = { of: 'consent'; action: 'record' | 'print' }

/** Whether a step is about a record and not about the student. */
export const isRecordStep = (step: Step): step is RecordStep => step.of === 'report' || step.of === 'receipt'

/** The files that a student lacks. */
export function fileSteps({ path, no_certificate }: Missing): StudentStep[] {
  return [
    ...(path === null ? [{ of: 'picture' } as const] : []),
    ...(no_certificate ? [{ of: 'certificate' } as const] : []),
  ]
}

/** What the signed-in user can do with a record. A returned one can only be edited, even by users who may verify. */
export function missingAction(
  kind: RecordKind,
  state: MissingState,
  role: number,
): MissingAction | undefined {
  if (state === 'unverified' && canVerifyRecords(role)) return 'verify'
  if (!recordKinds[kind].mayEdit(role)) return undefined
  return state === 'missing' ? 'add' : 'edit'
}

/** Most urgent first. */
const URGENCY: { of: RecordKind; state: MissingState; lack: Lack }[] = [
  { of: 'report', state: 'returned', lack: 'returned' },
  { of: 'receipt', state: 'returned', lack: 'returned' },
  { of: 'report', state: 'missing', lack: 'noReport' },
  { of: 'receipt', state: 'missing', lack: 'noReceipt' },
  { of: 'report', state: 'unverified', lack: 'unverified' },
  { of: 'receipt', state: 'unverified', lack: 'unverified' },
]

export const studentLacks = {
  picture: 'noPicture',
  certificate: 'noCertificate',
  facts: 'unknownFacts',
} as const satisfies Record<StudentStep['of'], Lack>

/** The next step for a student, if possible for the selected lack. */
export function nextStep(row: Missing, role: number, looked?: Lack): Step | undefined {
  const open: { lack: Lack; step: Step }[] = URGENCY.filter(({ of, state }) => row[of] === state).flatMap(
    ({ of, state, lack }) => {
      const action = missingAction(of, state, role)
      return action ? [{ lack, step: { of, action, state } }] : []
    },
  )
  if (canEditStudents(role))
    for (const step of [...fileSteps(row), ...(row.unknown_facts > 0 ? [{ of: 'facts' } as const] : [])])
      open.push({ lack: studentLacks[step.of], step })
  if (row.consent && canRecordConsents(role))
    open.push(
      row.consent === 'missing'
        ? { lack: 'noConsent', step: { of: 'consent', action: 'record' } }
        : { lack: 'consentEndsSoon', step: { of: 'consent', action: 'print' } },
    )
  return (open.find(({ lack }) => lack === looked) ?? open[0])?.step
}

/** The step that a user can take for one thing that a student lacks. */
export function stepOf({ of, state }: Pick<StudentTask, 'of' | 'state'>, role: number): Step | undefined {
  if (of !== 'report' && of !== 'receipt') return canEditStudents(role) ? { of } : undefined
  const action = missingAction(of, state, role)
  return action && { of, action, state }
}

/** The label of a step's button: `Correct report card`. */
export function stepWord(step: Step): string {
  if (step.of === 'consent') return step.action === 'record' ? 'Record consent' : 'Print consent form'
  if (!isRecordStep(step)) return step.of === 'facts' ? 'Complete facts' : `Add ${step.of}`
  const { name } = recordKinds[step.of]
  if (step.action === 'add') return `Add ${name}`
  if (step.action === 'verify') return 'Verify'
  return step.state === 'returned' ? `Correct ${name}` : `Edit ${name}`
}
