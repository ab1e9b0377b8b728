import type { FastifyRequest } from 'fastify'
import type { SessionUser } from '#contract/identity/auth.ts'
import type { FieldErrors } from '#contract/base/call.ts'
import { canSeeLiaisonAndSupporter, canSetStudentStatus, canSetSupporter } from '#contract/permissions.ts'
import { DEFAULT_EXAM, entryExams, type EntryExamName } from '#contract/students/entryExams.ts'
import { hasFormFields, patchModes, studentPatch } from '#contract/students/studentForms.ts'
import { studentMessages } from '#contract/students/students.ts'
import type { Change, Trx } from '../database/history.ts'
import type { FilePurpose } from '../database/tables/files.ts'
import { withStored } from '../files/storeUpload.ts'
import { conflict, invalid, unauthorized } from '../base/ApiError.ts'
import type { Upload } from '../files/receiveFile.ts'
import { parse } from '../http/schemas.ts'
import type { RunChange } from '../http/serveCalls.ts'
import { endPromises } from '../funding/commitments.ts'
import { addToImport } from './importedFiles.ts'
import type { Services } from '../Services.ts'
import {
  changeStudent,
  fileChange,
  joined,
  type Part,
  statusChange,
  type StudentBefore,
  type StudentColumns,
} from './changeStudent.ts'
import { findSupporter, supporterInWords } from './studentRules.ts'
import { orderOf } from '../users/studentsOfUser.ts'

type Mode = (typeof patchModes)[number]

type Asked = { request: FastifyRequest; db: Trx; actor: SessionUser }

/** Makes all requested changes or none, and returns what `saved` answers with the message. */
export async function patchStudent<Answer>(
  { request, db, actor }: Asked,
  id: number,
  services: Services,
  change: RunChange,
  saved: (change: Change, message: string) => Promise<Answer>,
): Promise<Answer> {
  const { body, uploads } = request
  const { pic, cert } = uploads
  const asked = modesOf(request)
  if (asked.includes('supporter') && !canSetSupporter(actor.role)) throw unauthorized()
  if (asked.includes('status') && !canSetStudentStatus(actor.role)) throw unauthorized()

  const student = await db.selectFrom('students').select('entry_exam').where('id', '=', id).executeTakeFirst()
  const exam = student?.entry_exam ?? DEFAULT_EXAM
  const { version: known, import_id, ...form } = parse(studentPatch, body, missingFrom(request, asked, exam))
  const { supporter_id = null, status, reason } = form
  if (asked.length === 0) {
    const empty = patchModes.filter((mode) => isFile(mode) && Object.hasOwn(Object(body), fields[mode]))
    if (empty.length > 0) throw invalid(missingFrom(request, empty, exam))
    throw invalid({ mode: [isForm(body) ? studentMessages.putForm : studentMessages.nothingSent] })
  }

  const circumstances = { known, action: 'edited', isForAll: asked.every((mode) => mode === 'status') }
  const given: Record<string, Upload> = { ...(pic && { pic }), ...(cert && { cert }) }
  const purposes: Record<string, FilePurpose> = { pic: 'picture', cert: entryExams[exam].fact }
  const removesSupporter = form.mode === 'supporter' || asked.length === 1
  return withStored(given, purposes, services, (stored) =>
    change(async (made) => {
      const { trx } = made
      let message: string = studentMessages.saved
      let endsFor: number | null = null
      await changeStudent(made, id, circumstances, async (before) => {
        if (isForm(body)) refuseLostChanges(before, asked, form, actor)
        const parts: Part[] = []
        // The exam may have been changed while the files were stored.
        const { fact } = entryExams[before.entry_exam]
        for (const file of Object.values(stored)) {
          const purpose = file.purpose === 'picture' ? file.purpose : fact
          parts.push(await fileChange(made, before, { ...file, purpose }))
        }
        if (asked.includes('supporter'))
          parts.push(await supporterChange(trx, before, supporter_id, removesSupporter))
        if (asked.includes('status') && status !== undefined)
          parts.push(await statusChange(made, before, { status, reason }))
        const all = joined(parts)
        if (import_id && Object.keys(stored).length === asked.length)
          await addToImport(trx, import_id, before, all.columns)
        const words = wordsOf(asked, supporter_id, before.entry_exam)
        message = words.message
        endsFor =
          removesSupporter && supporter_id === null && asked.includes('supporter')
            ? before.supporter_id
            : null
        return { ...all, action: words.action }
      })
      if (endsFor !== null) await endPromises(made, id, endsFor)
      return saved(made, message)
    }),
  )
}

const isForm = (body: unknown) => hasFormFields(Object(body) as object)

/** The field of each change. */
const fields: Record<Mode, string> = {
  picture: 'pic',
  certificate: 'cert',
  supporter: 'supporter_id',
  status: 'status',
}
const isFile = (mode: Mode) => mode === 'picture' || mode === 'certificate'

const isSent = ({ body, uploads }: FastifyRequest, mode: Mode) =>
  Object.hasOwn(isFile(mode) ? uploads : (Object(body) as object), fields[mode])

/** The requested changes: the fields that are sent, and the one that `mode` names. */
function modesOf(request: FastifyRequest): Mode[] {
  const { mode: named } = Object(request.body) as { mode?: unknown }
  const isOfForm = (mode: Mode) => !isFile(mode) && isForm(request.body)
  return patchModes.filter((mode) => mode === named || (isSent(request, mode) && !isOfForm(mode)))
}

function missingFrom(request: FastifyRequest, asked: Mode[], exam: EntryExamName): FieldErrors {
  const required: Record<Mode, string> = {
    picture: studentMessages.pictureRequired,
    certificate: entryExams[exam].required,
    supporter: studentMessages.supporterRequired,
    status: studentMessages.statusRequired,
  }
  const missing = asked.filter((mode) => !isSent(request, mode))
  return Object.fromEntries(missing.map((mode) => [fields[mode], [required[mode]]]))
}

/** With form fields, supporter and status must be the present ones: others would be ignored, so they are refused. */
function refuseLostChanges(
  before: StudentBefore,
  asked: Mode[],
  { supporter_id, status }: Partial<Pick<StudentColumns, 'supporter_id' | 'status'>>,
  { role }: SessionUser,
): void {
  const isLost = (mode: Mode, sent: unknown, present: unknown) =>
    sent !== undefined && sent !== present && !asked.includes(mode)
  if (
    isLost('status', status, before.status) ||
    // Users who may not see the supporter must not find out by guessing.
    (canSeeLiaisonAndSupporter(role) && isLost('supporter', supporter_id, before.supporter_id))
  )
    throw invalid({ mode: [studentMessages.putForm] })
}

type ChangeWords = { action: string; message: string }

/** The names of the changes in the history, and the messages of the answer. */
function wordsOf(asked: Mode[], supporter_id: number | null, exam: EntryExamName): ChangeWords {
  const { saved, fact } = entryExams[exam]
  const words: Record<Mode, ChangeWords> = {
    picture: { action: 'changed picture', message: studentMessages.pictureSaved },
    certificate: { action: `changed ${fact}`, message: saved },
    supporter:
      supporter_id === null
        ? { action: 'removed supporter', message: studentMessages.supporterRemoved }
        : { action: 'added supporter', message: studentMessages.supporterSaved },
    status: { action: 'changed status', message: studentMessages.statusSaved },
  }
  const [only] = asked
  return only && asked.length === 1 ? words[only] : { action: 'edited', message: studentMessages.saved }
}

/** Adds the supporter of a student who has none. */
export const addSupporter = (change: Change, id: number, supporter_id: number): Promise<void> =>
  changeStudent(change, id, { known: undefined, action: 'added supporter' }, (before) =>
    supporterChange(change.trx, before, supporter_id, false),
  )

/**
 * Adds a supporter, or removes the present one. One cannot replace another directly, so that no
 * supporter is removed by mistake. With other changes an empty value is ignored unless the mode names it.
 */
export async function supporterChange(
  trx: Trx,
  before: StudentBefore,
  supporter_id: number | null,
  mayRemove: boolean,
): Promise<Part> {
  const isRemoval = supporter_id === null
  if (isRemoval && (before.supporter_id === null || !mayRemove))
    throw invalid({ supporter_id: [studentMessages.supporterRequired] })
  if (!isRemoval && before.supporter_id !== null) throw conflict(studentMessages.hasSupporter)
  const name = isRemoval ? null : (await findSupporter(trx, supporter_id)).name
  return {
    columns: { supporter_id, supporter_name: null, supporter_order: orderOf(name) },
    from: { supporter: supporterInWords(before) },
    to: { supporter: name },
  }
}
