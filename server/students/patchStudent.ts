import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { canSetStudentStatus, canSetSupporter } from '#contract/permissions.ts'
import {
  patchModes,
  type StatusForm,
  statusForm,
  studentMessages,
  supporterPatch,
} from '#contract/students.ts'
import { knownVersion } from '#contract/fields.ts'
import type { Changing } from '../database/changeVersioned.ts'
import { ownFile, type StoredBytes, withStored } from '../files/storeUpload.ts'
import { conflict, invalid, unauthorized } from '../http/ApiError.ts'
import { parse } from '../http/schemas.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { changeStudent, shown } from './changeStudent.ts'
import { findSupporter, orderOf } from './studentRules.ts'

type Mode = (typeof patchModes)[number]

const modeField = z.object({ mode: z.enum(patchModes, 'Mode is not known').optional() })

/** Makes the one change that the call is for, and answers the message. */
export function patchStudent(request: FastifyRequest, id: number, services: Services): Promise<string> {
  const { mode = modeOf(request) } = parse(modeField, request.body)
  if (!mode) throw invalid({ mode: [studentMessages.nothingSent] })
  const { version: known } = parse(knownVersion, request.body)
  return patches[mode](request, id, { actor: signedIn(request), known }, services)
}

/** The mode of a call that does not name one, by the fields and files that it sends. */
function modeOf({ body, uploads }: FastifyRequest): Mode | undefined {
  if (uploads['pic']) return 'picture'
  if (uploads['cert']) return 'certificate'
  const sent = Object(body) as object
  if (Object.hasOwn(sent, 'status')) return 'status'
  return Object.hasOwn(sent, 'supporter_id') ? 'supporter' : undefined
}

type Patch = (request: FastifyRequest, id: number, changing: Changing, services: Services) => Promise<string>

const patches: Record<Mode, Patch> = {
  async picture({ uploads: { pic } }, id, changing, services) {
    if (!pic) throw invalid({ pic: [studentMessages.pictureRequired] })
    await withStored({ pic }, { pic: 'picture' }, services, (stored) =>
      changeFile(id, 'picture', stored.pic, changing, services),
    )
    return studentMessages.pictureSaved
  },

  async certificate({ uploads: { cert } }, id, changing, services) {
    if (!cert) throw invalid({ cert: [studentMessages.certificateRequired] })
    await withStored({ cert }, { cert: 'certificate' }, services, (stored) =>
      changeFile(id, 'certificate', stored.cert, changing, services),
    )
    return studentMessages.certificateSaved
  },

  async supporter({ body }, id, changing, services) {
    if (!canSetSupporter(changing.actor.role)) throw unauthorized()
    const { supporter_id } = parse(supporterPatch, body)
    await setSupporter(id, supporter_id, changing, services)
    return supporter_id === null ? studentMessages.supporterRemoved : studentMessages.supporterSaved
  },

  async status({ body }, id, changing, services) {
    if (!canSetStudentStatus(changing.actor.role)) throw unauthorized()
    await setStatus(id, parse(statusForm, body), changing, services)
    return studentMessages.statusSaved
  },
}

const fileColumns = { picture: 'picture_id', certificate: 'certificate_id' } as const

/** A new picture or certificate; the older file stays in the history. */
function changeFile(
  id: number,
  purpose: keyof typeof fileColumns,
  stored: StoredBytes,
  changing: Changing,
  services: Services,
) {
  const column = fileColumns[purpose]
  const action = `changed ${purpose}`
  return changeStudent(id, { ...changing, action }, services, async (trx, before) => {
    const owner = {
      student_id: id,
      created_by: changing.actor.id,
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

/**
 * Adds a supporter, or removes the present one. One cannot replace another directly, so that nobody is removed
 * unnoticed.
 */
function setSupporter(id: number, supporter_id: number | null, changing: Changing, services: Services) {
  const action = supporter_id === null ? 'removed supporter' : 'added supporter'
  return changeStudent(id, { ...changing, action }, services, async (trx, before) => {
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

function setStatus(id: number, { status, reason }: StatusForm, changing: Changing, services: Services) {
  const circumstances = { ...changing, action: 'changed status', isForAll: true }
  return changeStudent(id, circumstances, services, async (_trx, before) => {
    if (before.status === status) throw invalid({ status: [studentMessages.hasStatus] })
    return {
      columns: { status },
      from: { status: shown.status(before.status), ...(reason && { reason: null }) },
      to: { status: shown.status(status), ...(reason && { reason }) },
    }
  })
}
