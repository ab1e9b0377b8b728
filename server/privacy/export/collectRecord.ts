import type { ExportChoice } from '#contract/privacy/exports.ts'
import type { Actor } from '../../database/history.ts'
import type { Collected, FileValue } from '../../database/studentData.ts'
import type { Services } from '../../Services.ts'
import { historyOfStudent } from '../studentHistory.ts'
import { checkStudent } from '../visibility/visibleStudents.ts'
import { changesOf } from './collectChanges.ts'
import { type ExportedFile, exportedFiles } from './exportedFiles.ts'
import { redactOthers } from './redactOthers.ts'

export type ExportOrder = ExportChoice & {
  /** The name of the person who asked. */
  asked_by?: string | undefined
}

/** Everything that Elimu stores about a student, in words, for the export. Other children are redacted. */
export async function collectRecord(
  { db, config, studentData }: Pick<Services, 'db' | 'config' | 'studentData'>,
  student_id: number,
  actor: Actor,
  now: Date,
  { asked_by, ...choice }: ExportOrder,
) {
  await checkStudent(db, student_id, actor)
  const { name, ref } = await db
    .selectFrom('students')
    .select(['name', 'ref'])
    .where('id', '=', student_id)
    .executeTakeFirstOrThrow()
  const files = await exportedFiles(db, student_id)
  const history = await historyOfStudent(db, student_id)
  const asked = { db, config, student_id, actor, now, history, asked_by, fileOf: fileFinder(files) }
  const collected = new Map<string, Collected>()
  for (const [feature, { collect }] of Object.entries(studentData))
    if (collect) collected.set(feature, await collect(asked))
  const changes = changesOf(history, { studentData, collected, fileOf: asked.fileOf })
  const all = [...collected.values()]
  const sections = [
    ...all.flatMap((each) => each.sections),
    { title: 'Changes', isByDay: true, entries: changes },
  ]
  const people = {
    own: all.flatMap((each) => each.people ?? []),
    companions: all.flatMap((each) => each.companions ?? []),
  }
  return {
    name,
    ref,
    files,
    ...(await redactOthers(db, student_id, people, sections, choice)),
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
