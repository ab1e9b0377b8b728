import { dayInWords, isDay } from '#contract/base/days.ts'
import { splitAction } from '../../database/importAction.ts'
import type {
  AllStudentData,
  Collected,
  EntityData,
  Entry,
  FileValue,
  StudentEntry,
} from '../../database/studentData.ts'
import { studentEntities } from '../../database/studentEntities.ts'
import { moment } from './exportWords.ts'

/** The labels of all entities; if two use the same field, that of the first counts. */
const labelsOf = (entities: EntityData[]): Record<string, string> =>
  Object.assign({ on: 'On' }, ...entities.toReversed().map(({ labels }) => labels))

/** The fields whose values are the ids of files. */
const fileFields = new Set(['file', 'form', 'letter', 'picture', 'certificate', 'result slip'])
const mediaTypes: Record<string, string> = { image: 'Picture', video: 'Video' }

type Known = {
  studentData: AllStudentData
  collected: ReadonlyMap<string, Collected>
  fileOf: (id: string | null) => FileValue | null
}

/** The changes of a record: what was done with what, when, by whom, and the values before and after. */
export function changesOf(history: StudentEntry[], { studentData, collected, fileOf }: Known): Entry[] {
  const entities: Record<string, EntityData> = Object.fromEntries(
    Object.keys(studentEntities).map((entity) => [
      entity,
      studentData[entity as keyof typeof studentEntities],
    ]),
  )
  const labels = labelsOf(Object.values(entities))
  const valueOf = (field: string, text: string | null) => {
    if (text === null) return null
    if (fileFields.has(field)) return fileOf(text) ?? text
    return isDay(text) ? dayInWords(text) : (field === 'type' && mediaTypes[text]) || text
  }
  return history.flatMap(({ entity, entity_id, at, by, action, changes }) => {
    const { titles, only } = collected.get(entity)?.changes ?? {}
    if (only?.has(entity_id) === false) return []
    // A phone number is the contact of another person.
    const shown = changes.filter(({ field }) => field !== 'guardian_phone')
    return {
      When: moment(at),
      Who: by ?? 'Elimu',
      // The name of a sheet may name other children.
      What: `${titles?.get(entity_id) ?? entities[entity]?.title}: ${splitAction(action).action}`,
      Values: shown.map(({ field, from, to }) => ({
        Field: labels[field] ?? field,
        Before: valueOf(field, from),
        After: valueOf(field, to),
      })),
    }
  })
}
