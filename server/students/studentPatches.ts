import type { SessionUser } from '#contract/auth.ts'
import { type StatusForm, studentMessages } from '#contract/students.ts'
import { ownFile, type StoredBytes } from '../files/storeUpload.ts'
import { conflict, invalid } from '../http/ApiError.ts'
import type { Services } from '../Services.ts'
import { changeStudent } from './changeStudent.ts'
import { shown } from './studentHistory.ts'
import { findSupporter, orderOf } from './studentRules.ts'

/** Who changes a student, and which version of them they had before their eyes. */
export type Patching = { actor: SessionUser; known: number | undefined }

const fileColumns = { picture: 'picture_id', certificate: 'certificate_id' } as const

/** A new picture or certificate; the older file stays in the history. */
export function changeFile(
  id: number,
  purpose: keyof typeof fileColumns,
  stored: StoredBytes,
  patching: Patching,
  services: Services,
) {
  const column = fileColumns[purpose]
  const action = `changed ${purpose}`
  return changeStudent(id, { ...patching, action }, services, async (trx, before) => {
    const owner = {
      student_id: id,
      created_by: patching.actor.id,
      created_at: services.clock().toISOString(),
    }
    const file_id = await ownFile(trx, stored, owner)
    return {
      columns: { [column]: file_id },
      from: { [purpose]: before[column] },
      to: { [purpose]: file_id },
    }
  })
}

/** Adds a supporter, or removes the present one. Nobody is pushed out unseen: a change is a removal first. */
export function setSupporter(
  id: number,
  supporter_id: number | null,
  patching: Patching,
  services: Services,
) {
  const action = supporter_id === null ? 'removed supporter' : 'added supporter'
  return changeStudent(id, { ...patching, action }, services, async (trx, before) => {
    if (supporter_id !== null && before.supporter_id !== null) throw conflict(studentMessages.hasSupporter)
    const supporter = supporter_id === null ? null : await findSupporter(trx, supporter_id)
    const name = supporter?.name ?? null
    return {
      columns: { supporter_id, supporter_order: orderOf(name) },
      from: { supporter: before.supporter },
      to: { supporter: name },
    }
  })
}

export function setStatus(
  id: number,
  { status, reason }: StatusForm,
  patching: Patching,
  services: Services,
) {
  const circumstances = { ...patching, action: 'changed status', isForAll: true }
  return changeStudent(id, circumstances, services, async (_trx, before) => {
    if (before.status === status) throw invalid({ status: [studentMessages.hasStatus] })
    return {
      columns: { status },
      from: { status: shown.status(before.status), ...(reason && { reason: null }) },
      to: { status: shown.status(status), ...(reason && { reason }) },
    }
  })
}
