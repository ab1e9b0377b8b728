import { documentTypes } from '#contract/records/documents.ts'
import type { EntityData } from '../../database/studentData.ts'

export const documentData: EntityData = {
  title: 'Document',
  labels: { student: 'Student', type: 'Type', file: 'File' },

  async collect({ db, student_id, fileOf }) {
    const rows = await db
      .selectFrom('documents')
      .innerJoin('years', 'years.id', 'documents.year_id')
      .select(['type', 'year_name', 'file_id'])
      .where('student_id', '=', student_id)
      .orderBy('year_name')
      .execute()
    const entries = rows.map(({ type, year_name, file_id }) => ({
      Year: year_name,
      Type: documentTypes[type as keyof typeof documentTypes],
      File: fileOf(String(file_id)),
    }))
    return { sections: [{ title: 'Documents', entries }] }
  },
}
