import type { Actor } from '../../database/history.ts'
import type { Collected, FileValue } from '../../database/studentData.ts'
import type { Services } from '../../Services.ts'
import { historyOfStudent } from '../studentHistory.ts'
import { checkStudent } from '../visibility/visibleStudents.ts'
import { changesOf } from './collectChanges.ts'
import { type ExportedFile, exportedFiles } from './exportedFiles.ts'
import { withoutOthers } from './otherChildren.ts'

/** Everything that Elimu stores about a student, in words, for the export. Nothing of other children. */
export async function collectRecord(
  { db, config, studentData }: Pick<Services, 'db' | 'config' | 'studentData'>,
  student_id: number,
  actor: Actor,
  now: Date,
) {
  await checkStudent(db, student_id, actor)
  const { name, ref } = await db
    .selectFrom('students')
    .select(['name', 'ref'])
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  const files = await exportedFiles(db, student_id)
  const history = await historyOfStudent(db, student_id)
  const asked = { db, config, student_id, actor, now, history, fileOf: fileFinder(files) }
  const collected = new Map<string, Collected>()
  for (const [feature, { collect }] of Object.entries(studentData))
    if (collect) collected.set(feature, await collect(asked))
  const changes = changesOf(history, { studentData, collected, fileOf: asked.fileOf })
  const all = [...collected.values()]
  const sections = [...all.flatMap((each) => each.sections), { title: 'Changes', entries: changes }]
  const people = all.flatMap((each) => each.people ?? [])
  return {
    name,
    ref,
    files,
    sections: await withoutOthers(db, student_id, people, sections),
    changes: changes.length,
  }
}

function fileFinder(files: ExportedFile[]): (path: string | null) => FileValue | null {
  const byId = new Map(files.map((file) => [file.id, file]))
  return (path) => {
    const file = byId.get(Number(path?.split('/').at(-1)))
    return file ? { file: file.path, type: file.type } : null
  }
}
