import { type StudentRow, studentSearchText } from '#contract/students.ts'
import type { ListSource } from '../../ui/list/ListSource.ts'

/** The students as Academics and Finance list them. */
export const activityList: ListSource<StudentRow> = {
  call: 'GET /api/students?query=activities',
  rowKey: ({ id }) => id,
  searchText: studentSearchText,
}
