import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { canSetStudentStatus, canSetSupporter } from '#contract/permissions.ts'
import { knownVersion, statusForm, studentMessages, supporterPatch } from '#contract/students.ts'
import { withStored } from '../files/storeUpload.ts'
import { invalid, unauthorized } from '../http/ApiError.ts'
import { parse } from '../http/schemas.ts'
import { signedIn } from '../http/session.ts'
import type { Services } from '../Services.ts'
import { changeFile, type Patching, setStatus, setSupporter } from './studentPatches.ts'

const modes = ['picture', 'certificate', 'supporter', 'status'] as const
type Mode = (typeof modes)[number]

const modeField = z.object({ mode: z.enum(modes, 'Mode is not known').optional() })

/** Makes the one change that the call is for, and answers what to say of it. */
export function patchStudent(request: FastifyRequest, id: number, services: Services): Promise<string> {
  const { mode = modeOf(request) } = parse(modeField, request.body)
  if (!mode) throw invalid({ mode: [studentMessages.nothingSent] })
  const { version: known } = parse(knownVersion, request.body)
  return patches[mode](request, id, { actor: signedIn(request), known }, services)
}

/** What a call that does not say its mode is for: what it holds. */
function modeOf({ body, uploads }: FastifyRequest): Mode | undefined {
  if (uploads['pic']) return 'picture'
  if (uploads['cert']) return 'certificate'
  const sent = Object(body) as object
  if (Object.hasOwn(sent, 'status')) return 'status'
  return Object.hasOwn(sent, 'supporter_id') ? 'supporter' : undefined
}

type Patch = (request: FastifyRequest, id: number, patching: Patching, services: Services) => Promise<string>

const patches: Record<Mode, Patch> = {
  async picture({ uploads: { pic } }, id, patching, services) {
    if (!pic) throw invalid({ pic: [studentMessages.pictureRequired] })
    await withStored({ pic }, { pic: 'picture' }, services, (stored) =>
      changeFile(id, 'picture', stored.pic, patching, services),
    )
    return studentMessages.pictureSaved
  },

  async certificate({ uploads: { cert } }, id, patching, services) {
    if (!cert) throw invalid({ cert: [studentMessages.certificateRequired] })
    await withStored({ cert }, { cert: 'certificate' }, services, (stored) =>
      changeFile(id, 'certificate', stored.cert, patching, services),
    )
    return studentMessages.certificateSaved
  },

  async supporter({ body }, id, patching, services) {
    if (!canSetSupporter(patching.actor.role)) throw unauthorized()
    const { supporter_id } = parse(supporterPatch, body)
    await setSupporter(id, supporter_id, patching, services)
    return supporter_id === null ? studentMessages.supporterRemoved : studentMessages.supporterSaved
  },

  async status({ body }, id, patching, services) {
    if (!canSetStudentStatus(patching.actor.role)) throw unauthorized()
    await setStatus(id, parse(statusForm, body), patching, services)
    return studentMessages.statusSaved
  },
}
