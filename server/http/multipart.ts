import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy, type BusboyConfig } from '@fastify/busboy'
import type { FieldErrors } from '#contract/base/call.ts'
import { fileMessages, type FileKind } from '#contract/base/files.ts'
import { ApiError } from '../base/ApiError.ts'
import { refusalOf } from './errorHandler.ts'
import { receiveFile, type Upload } from '../files/receiveFile.ts'

const MAX_TEXT = 1024 * 1024
const MAX_NAME = 200
const limits = { fields: 1000, fieldSize: MAX_TEXT, files: 20, headerPairs: 20, headerSize: 8 * 1024 }

export type Multipart = {
  body: Record<string, unknown>
  uploads: Record<string, Upload>
  /** The messages of refused files, by field. */
  refused: FieldErrors
}

const notTaken: FileKind = { types: {}, refusal: fileMessages.notTaken }

/**
 * Reads a form with files: texts into the shape that their names describe, files onto the disk. When this returns or
 * throws, no file is being written any more. `onPath` is called with each path before it is opened, so that the
 * caller can remove the files.
 */
export async function readMultipart(
  raw: IncomingMessage,
  kinds: Record<string, FileKind>,
  folder: string,
  onPath: (path: string) => void,
): Promise<Multipart> {
  const parser = await openParser(raw)
  const { body, add } = nestedFields()
  const uploads: Record<string, Upload> = {}
  const refused: FieldErrors = {}
  const seen = new Set<string>()
  const receiving: { stream: Readable; done: Promise<void> }[] = []
  const { promise: parsing, resolve, reject } = Promise.withResolvers<void>()
  let failure: { error: unknown } | undefined
  let text = 0

  // Stores the error as well: `parsing` may be resolved already when a file cannot be written.
  const fail = (error: unknown) => {
    failure ??= { error }
    reject(error)
  }

  parser.on('field', (name: string | undefined, value, _isNameCut, isCut) => {
    try {
      text += value.length + (name?.length ?? 0)
      if (isCut || text > MAX_TEXT) throw refusalOf(413)
      if (!name || name.length > MAX_NAME) throw refusalOf(400)
      add(name, value)
    } catch (error) {
      fail(error)
    }
  })
  parser.on('file', (field: string | undefined, stream, filename: string) => {
    // The parser reports the same error. Without a listener here it would end the process once the file is no longer
    // read.
    stream.on('error', () => {})
    receiving.push({ stream, done: receive(field, stream, filename).catch(fail) })
  })
  for (const limit of ['fieldsLimit', 'filesLimit'] as const) parser.once(limit, () => fail(refusalOf(413)))
  parser.once('finish', resolve)
  parser.on('error', fail)
  raw.on('error', fail)
  raw.once('close', () => raw.readableEnded || fail(refusalOf(400)))
  raw.pipe(parser)

  async function receive(field: string | undefined, stream: Readable, filename: string): Promise<void> {
    if (!field) throw refusalOf(400)
    const kind = (Object.hasOwn(kinds, field) && kinds[field]) || notTaken
    const upload = await receiveFile(field, stream, filename, kind, folder, onPath)
    // A form sends an empty part for a field where no file was chosen: an empty field.
    if (!upload) return add(field, '')
    const received = seen.has(field) ? fileMessages.onlyOne : upload
    seen.add(field)
    if (typeof received === 'string') refused[field] = [received]
    else uploads[field] = received
  }

  try {
    await parsing
    await Promise.all(receiving.map(({ done }) => done))
    if (failure) throw failure.error
    return { body, uploads, refused }
  } catch (error) {
    raw.unpipe(parser)
    for (const { stream } of receiving) stream.destroy()
    await Promise.all(receiving.map(({ done }) => done))
    throw asRefusal(error)
  }
}

async function openParser(raw: IncomingMessage) {
  const hasBoundary = /;\s*boundary=("[^"]+"|[^\s";]+)/i.test(raw.headers['content-type'] ?? '')
  if (raw.destroyed || !hasBoundary) throw refusalOf(400)
  try {
    return new Busboy({
      headers: raw.headers as BusboyConfig['headers'],
      limits,
      isPartAFile: (_field, _type, filename) => filename !== undefined,
    })
  } catch {
    throw refusalOf(400)
  }
}

/** Errors of a system call are the server's; any other error means an unreadable form. */
const asRefusal = (error: unknown) =>
  error instanceof ApiError || (error as { syscall?: string }).syscall ? error : refusalOf(400)

/** Far above the rows of any form, so that the schema of the form sets the limit. */
const MAX_INDEX = 499
const MAX_DEPTH = 4
const NAME = /^[A-Za-z_]\w*(\[\w*\])*$/
/** Names that could reach a prototype. */
const POISONED = new Set(['__proto__', 'constructor', 'prototype'])

type Value = string | Value[] | { [name: string]: Value }

/** Collects a form's fields into the shape that their names describe: `marks[0][subject_id]` as in JSON. */
function nestedFields() {
  const body: Record<string, Value> = {}
  return {
    body,
    add: (name: string, value: string): void => {
      const path = pathOf(name)
      let parent: Value[] | Record<string, Value> = body
      for (const [depth, step] of path.entries()) {
        const next = path[depth + 1]
        if (next === undefined) put(parent, step, value)
        else parent = descend(parent, step, isIndex(next))
      }
    },
  }
}

function pathOf(name: string): string[] {
  if (!NAME.test(name)) throw refusalOf(400)
  const path = name.split('[').map((step) => step.replace(']', ''))
  if (path.length > MAX_DEPTH || path.some((step) => POISONED.has(step))) throw refusalOf(400)
  return path
}

/** `[]` is the next index. */
const isIndex = (step: string) => step === '' || /^\d+$/.test(step)

function put(parent: Value[] | Record<string, Value>, step: string, value: Value): void {
  if (Array.isArray(parent)) parent[indexIn(parent, step)] = value
  else if (isIndex(step)) throw refusalOf(400)
  else parent[step] = value
}

function descend(
  parent: Value[] | Record<string, Value>,
  step: string,
  isList: boolean,
): Value[] | Record<string, Value> {
  const known = Array.isArray(parent)
    ? parent[indexIn(parent, step)]
    : Object.hasOwn(parent, step)
      ? parent[step]
      : undefined
  if (known === undefined) {
    const made = isList ? [] : {}
    put(parent, step, made)
    return made
  }
  // One name cannot be both a text and a list, or both a list and an object.
  if (typeof known === 'string' || Array.isArray(known) !== isList) throw refusalOf(400)
  return known
}

function indexIn(list: Value[], step: string): number {
  const index = step === '' ? list.length : Number(step)
  if (!isIndex(step) || index > MAX_INDEX) throw refusalOf(400)
  return index
}

const overridden = new Set(['PUT', 'PATCH'])

/**
 * A form with files is sent by POST, with the intended method in `_method`. The method is changed before the
 * routing, so that no other code needs to handle `_method`.
 */
export function overrideMethod(request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (request.method === 'POST' && url.includes('_method=')) {
    const meant = new URLSearchParams(url.slice(url.indexOf('?'))).get('_method')?.toUpperCase() ?? ''
    if (overridden.has(meant)) request.method = meant
  }
  return url
}
