import { ApiError } from './ApiError.ts'
import { refusalWordings } from './errorHandler.ts'

/** Far above the rows of any form, so that the schema of the form sets the limit. */
const MAX_INDEX = 499
const MAX_DEPTH = 4
const NAME = /^[A-Za-z_]\w*(\[\w*\])*$/
/** Names that could reach a prototype. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype'])

type Value = string | Value[] | { [name: string]: Value }

/** Collects a form's fields into the shape that their names describe: `marks[0][subject_id]` as in JSON. */
export function nestedFields() {
  const body: Record<string, Value> = {}
  return {
    body,
    add: (name: string, value: string): void => {
      const path = pathOf(name)
      let place: Value[] | Record<string, Value> = body
      for (const [depth, step] of path.entries()) {
        const next = path[depth + 1]
        if (next === undefined) put(place, step, value)
        else place = descend(place, step, isIndex(next))
      }
    },
  }
}

function pathOf(name: string): string[] {
  if (!NAME.test(name)) throw unreadable()
  const path = name.split('[').map((step) => step.replace(']', ''))
  if (path.length > MAX_DEPTH || path.some((step) => POISONED.has(step))) throw unreadable()
  return path
}

/** `[]` is the next index. */
const isIndex = (step: string) => step === '' || /^\d+$/.test(step)

function put(place: Value[] | Record<string, Value>, step: string, value: Value): void {
  if (Array.isArray(place)) place[indexIn(place, step)] = value
  else if (isIndex(step)) throw unreadable()
  else place[step] = value
}

function descend(
  place: Value[] | Record<string, Value>,
  step: string,
  isList: boolean,
): Value[] | Record<string, Value> {
  const known = Array.isArray(place)
    ? place[indexIn(place, step)]
    : Object.hasOwn(place, step)
      ? place[step]
      : undefined
  if (known === undefined) {
    const made = isList ? [] : {}
    put(place, step, made)
    return made
  }
  // One name cannot be both a text and a list, or both a list and an object.
  if (typeof known === 'string' || Array.isArray(known) !== isList) throw unreadable()
  return known
}

function indexIn(list: Value[], step: string): number {
  const index = step === '' ? list.length : Number(step)
  if (!isIndex(step) || index > MAX_INDEX) throw unreadable()
  return index
}

const unreadable = () => new ApiError(400, refusalWordings[400] ?? '')
