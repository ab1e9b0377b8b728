import { formatDay, isDay } from '#contract/base/days.ts'
import { purposes } from '#contract/privacy/consentStates.ts'
import { consentLabels, purposeWords } from '#contract/privacy/consentWords.ts'
import { receiptLabels } from '#contract/records/receipts.ts'
import { reportCardLabels } from '#contract/records/reportCards.ts'
import { studentLabels } from '#contract/students/students.ts'
import { splitAction } from '../../imports/importing.ts'
import type { StudentEntry } from '../studentHistory.ts'
import { moment } from './collectSent.ts'
import type { Entry, FileValue } from './exportedRecord.ts'

export const NAMED_OTHERS = 'Left out: other children were named with it'

const subjects: Record<string, string> = {
  student: 'Student',
  report: 'Report card',
  receipt: 'Receipt',
  document: 'Document',
  media: 'Picture or video',
  consent: 'Consent',
  request: 'Request',
}

const labels: Record<string, string> = {
  ...consentLabels,
  ...receiptLabels,
  ...reportCardLabels,
  ...studentLabels,
  ...Object.fromEntries(
    purposes.flatMap((purpose) => {
      const { title, question } = purposeWords[purpose]
      return [
        [title, question],
        [`${title}, child`, `${question}: the child’s answer`],
      ]
    }),
  ),
  file: 'File',
  form: 'Signed form',
  title: 'Title',
  description: 'Description',
  type: 'Type',
  student: 'Student',
  kind: 'Asks for',
  asked_by: 'Who asked',
  relation: 'Relation',
  identity_check: 'Proof',
  asked_on: 'Asked on',
  due_on: 'Due',
  words: 'Words',
  letter: 'Letter',
  ground: 'Ground',
  on: 'On',
}

/** The fields whose values are the ids of files. */
const fileFields = new Set(['file', 'form', 'letter', 'picture', 'certificate', 'result slip'])
const mediaTypes: Record<string, string> = { image: 'Picture', video: 'Video' }

type Known = {
  /** The names of report cards and receipts, such as `report 12`. */
  terms: Map<string, string>
  /** The ids of the pictures with which other children were named at any time. */
  groups: Set<number>
  fileOf: (id: string | null) => FileValue | null
}

/** What was done with a record, and with what: when, by whom, and the values before and after. */
export const changesOf = (history: StudentEntry[], { terms, groups, fileOf }: Known): Entry[] =>
  history.map(({ entity, entity_id, at, by, action, changes }) => {
    const valueOf = (field: string, text: string | null) => {
      if (text === null) return null
      if (fileFields.has(field)) return fileOf(text) ?? text
      return isDay(text) ? formatDay(text) : (field === 'type' && mediaTypes[text]) || text
    }
    // A phone number is the contact of another person.
    const shown = changes.filter(({ field }) => field !== 'guardian_phone')
    return {
      When: moment(at),
      Who: by ?? 'Elimu',
      // The name of a sheet may name other children.
      What: `${terms.get(`${entity} ${entity_id}`) ?? subjects[entity]}: ${splitAction(action).action}`,
      Values:
        entity === 'media' && groups.has(entity_id)
          ? NAMED_OTHERS
          : shown.map(({ field, from, to }) => ({
              Field: labels[field] ?? field,
              Before: valueOf(field, from),
              After: valueOf(field, to),
            })),
    }
  })
