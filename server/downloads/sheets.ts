import { namesOf } from '#contract/base/fields.ts'
import { type DownloadKind, OWN_COLUMNS } from '#contract/downloads.ts'
import { importFields } from '#contract/importFields.ts'
import type { ImportKind } from '#contract/imports.ts'
import { ADMINISTRATOR, canImportAsRole, roleName, roles, SUPPORTER } from '#contract/permissions.ts'
import { userFields, USER_ACTIVE, USER_DISABLED, USER_NEW } from '#contract/users.ts'
import type { Db } from '../database/connect.ts'
import {
  accountSheet,
  ownFiguresSheet,
  paymentSheet,
  planSheet,
  promiseSheet,
  receiptLinkSheet,
  receivedSheet,
} from './moneySheets.ts'
import { receiptSheet, resultSheet } from './recordSheets.ts'
import { batchOf, cellOf, type Sheet } from './Sheet.ts'
import { studentSheet } from './studentSheet.ts'

const AT_ONCE = 500

/** Sheets that are only read: no import has them. */
const onlyRead = {
  own_figures: ownFiguresSheet,
  promises: promiseSheet,
  received: receivedSheet,
  payments: paymentSheet,
  receipt_links: receiptLinkSheet,
}
type OnlyRead = keyof typeof onlyRead
export type SheetKind = DownloadKind | ImportKind | OnlyRead | 'administrators'
const isOnlyRead = (kind: SheetKind): kind is OnlyRead => Object.hasOwn(onlyRead, kind)

/** Opens a list as a role sees it. */
export async function openSheet(db: Db, kind: SheetKind, role = ADMINISTRATOR): Promise<Sheet> {
  if (kind === 'students') return studentSheet(db, role)
  if (kind === 'results') return resultSheet(db)
  if (kind === 'receipts') return receiptSheet(db)
  if (kind === 'plans') return planSheet(db)
  if (kind === 'accounts') return accountSheet(db)
  if (isOnlyRead(kind)) return onlyRead[kind](db)
  return kind === 'schools' ? schoolSheet(db) : userSheet(db, kind)
}

const statuses: Record<number, string> = {
  [USER_NEW]: 'New',
  [USER_DISABLED]: 'Disabled',
  [USER_ACTIVE]: 'Active',
}

const rolesOf: Partial<Record<SheetKind, (role: number) => boolean>> = {
  administrators: (role) => role === ADMINISTRATOR,
  staff: (role) => canImportAsRole(ADMINISTRATOR, role),
  supporters: (role) => role === SUPPORTER,
}

function userSheet(db: Db, kind: SheetKind): Sheet {
  const isOne = rolesOf[kind] ?? (() => true)
  const role_ids = roles.map(({ id }) => id).filter(isOne)
  const fields = Object.entries(importFields[kind === 'supporters' ? 'supporters' : 'staff'])
  return {
    headings: [...fields.map(([, { label }]) => label), OWN_COLUMNS.account],
    async read(after) {
      const rows = await db
        .selectFrom('users')
        .select(['id', 'status', ...namesOf(userFields)])
        .where('id', '>', after)
        .where('role_id', 'in', role_ids)
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      return batchOf(rows, AT_ONCE, (row) => {
        const values: Record<string, unknown> = row
        const cells = fields.map(([name, field]) =>
          // The import's field knows only the roles that an import can assign.
          name === 'role' ? roleName(row.role_id) : cellOf(field, values[name]),
        )
        return [[...cells, statuses[row.status] ?? null]]
      })
    },
  }
}

function schoolSheet(db: Db): Sheet {
  const fields = Object.entries(importFields.schools)
  return {
    headings: fields.map(([, { label }]) => label),
    async read(after) {
      const rows = await db
        .selectFrom('schools')
        .innerJoin('clusters', 'clusters.id', 'schools.cluster_id')
        .select(['schools.id', 'school', 'cluster_name as cluster'])
        .where('schools.id', '>', after)
        .orderBy('schools.id')
        .limit(AT_ONCE)
        .execute()
      return batchOf(rows, AT_ONCE, (row) => {
        const values: Record<string, unknown> = row
        return [fields.map(([name, field]) => cellOf(field, values[name]))]
      })
    },
  }
}
