import type { ListQuery } from '#contract/base/lists.ts'
import {
  classMessages,
  type Lookup,
  lookupCalls,
  type LookupForm,
  type LookupKind,
  lookupName,
  lookupSaved,
} from '#contract/lookups.ts'
import { gradeScaleCalls, gradeScaleMessages } from '#contract/records/gradeScales.ts'
import {
  canAddLookups,
  canEditReportCards,
  canSetCurriculum,
  canSetGradeScales,
} from '#contract/permissions.ts'
import type { Db } from '../database/connect.ts'
import type { Change } from '../database/history.ts'
import type { App } from '../http/schemas.ts'
import { serveCalls } from '../http/serveCalls.ts'
import type { Services } from '../Services.ts'
import { addLookup, addNextYear } from './addLookup.ts'
import { listDoubtfulClasses, setCurriculum } from './classCurriculum.ts'
import { listGradeScales, setGradeScale } from './gradeScales.ts'
import { listLookups } from './lookupQueries.ts'

/** The years, terms, classes and subjects of report cards and receipts, and the grade scales. */
export function lookupRoutes(app: App, services: Services): void {
  const list = (kind: LookupKind) => ({
    answer: ({ query, db }: { query: ListQuery; db: Db }) => listLookups(db, kind, query),
  })

  const add = (kind: LookupKind) => ({
    may: canAddLookups,
    isRepeatable: true,
    async answer({ body, ...change }: Change & { body: LookupForm }) {
      return savedReply(kind, await addLookup(change, kind, body))
    },
  })

  serveCalls(app, services, lookupCalls, {
    'GET /api/years': list('years'),
    'POST /api/years': add('years'),
    'POST /api/years/next': {
      may: canAddLookups,
      isRepeatable: true,
      answer: async (change) => savedReply('years', await addNextYear(change)),
    },
    'GET /api/terms': list('terms'),
    'POST /api/terms': add('terms'),
    'GET /api/classes': list('classes'),
    'POST /api/classes': add('classes'),
    'GET /api/classes/doubtful': {
      may: canSetCurriculum,
      answer: async ({ db }) => ({ data: await listDoubtfulClasses(db) }),
    },
    'PUT /api/classes/:id': {
      may: canSetCurriculum,
      async answer({ params, body: { curriculum }, ...change }) {
        const lookup = await setCurriculum(change, params.id, curriculum)
        return {
          message: classMessages.curriculumSaved(lookupName('classes', lookup), curriculum),
          data: lookup,
        }
      },
    },
    'GET /api/subjects': list('subjects'),
    'POST /api/subjects': add('subjects'),
  })

  serveCalls(app, services, gradeScaleCalls, {
    'GET /api/grade-scales': {
      may: canEditReportCards,
      answer: async ({ db }) => ({ data: await listGradeScales(db) }),
    },
    'PUT /api/grade-scales': {
      may: canSetGradeScales,
      async answer({ body, ...change }) {
        const data = await setGradeScale(change, body)
        const { saved, removed } = gradeScaleMessages
        return { message: data.lowest.length > 0 ? saved : removed, data }
      },
    },
  })
}

function savedReply(kind: LookupKind, lookup: Lookup) {
  const message = lookupSaved(kind)
  return { message, data: { ...lookup, message } }
}
