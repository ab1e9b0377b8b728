import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { errorBody } from '../base/ApiError.ts'

const CONTRACT = join(import.meta.dirname, '../../contract')

/**
 * The schemas that the contract exports, by the names of their types: `studentRowSchema` is `StudentRow`.
 * They are derived here, because a name at each schema would be a second one to keep equal.
 */
export async function readSchemaNames() {
  const names = z.registry<{ id: string }>().add(errorBody, { id: 'ErrorBody' })
  for (const file of globSync('**/*.ts', { cwd: CONTRACT }).toSorted()) {
    if (file.endsWith('.test.ts')) continue
    const exported = (await import(join(CONTRACT, file))) as object
    for (const [name, value] of Object.entries(exported))
      if (value instanceof z.ZodType) names.add(value, { id: capitalised(name.replace(/Schema$/, '')) })
  }
  return names
}

export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
