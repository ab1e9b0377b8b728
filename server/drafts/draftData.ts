import type { StudentData } from '../database/studentData.ts'
import { deleteMentions } from '../privacy/erasure/deleteMentions.ts'

/** Also deletes the drafts about other students, or about none, that name the student. */
export const draftData: StudentData = {
  forget: (trx, { texts }) => deleteMentions(trx, 'drafts', 'content', texts),
}
