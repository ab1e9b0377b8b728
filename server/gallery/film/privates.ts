import type { ByteRange } from '../../files/FileStore.ts'
import { type Box, boxesIn, damaged, type ReadBox } from './boxes.ts'

/** Bytes that a player does not need, and their replacement: zeros, or the type of an empty box. */
export type PrivateBytes = ByteRange & { becomes: 'zeros' | 'free' }

/** Even a camera that writes its position a hundred times a second stays below this. */
const MOST = 200_000

/** Boxes that should be empty by their type, but may contain data. */
const EMPTY = new Set(['free', 'skip', 'wide'])

/** The boxes that a player needs, by their parent. All others are emptied. */
const NEEDED = {
  file: new Set(['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'prft']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods']),
  trak: new Set(['tkhd', 'mdia', 'edts']),
  mvex: new Set(['mehd', 'trex', 'leva']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio']),
}

/** Boxes that a player does not need below a track's media. Nearly all others say how to decode picture and sound. */
const NOT_MEDIA = new Set(['udta', 'meta', 'uuid'])

export const isNeeded = (parent: keyof typeof NEEDED, type: string) => NEEDED[parent].has(type)

export function addPrivate(privates: PrivateBytes[], bytes: PrivateBytes): void {
  if (privates.length === MOST) throw damaged()
  privates.push(bytes)
}

/** Replaces a box with an empty one of the same size. */
export function emptyBox(privates: PrivateBytes[], { type, start, contentStart, end }: Box): void {
  if (!EMPTY.has(type)) addPrivate(privates, { start: start + 4, end: start + 7, becomes: 'free' })
  if (contentStart < end) addPrivate(privates, { start: contentStart, end: end - 1, becomes: 'zeros' })
}

/** Empties the children of a box that a player does not need, and returns the others. */
export function neededIn(privates: PrivateBytes[], box: ReadBox, parent: keyof typeof NEEDED): ReadBox[] {
  return [...boxesIn(box)].filter((child) => {
    if (isNeeded(parent, child.type)) return true
    emptyBox(privates, child)
    return false
  })
}

/** The same for the boxes that describe picture or sound, down to the tables. */
export function emptyInMedia(privates: PrivateBytes[], media: ReadBox, below = ['minf', 'stbl']): void {
  for (const child of boxesIn(media))
    if (NOT_MEDIA.has(child.type) || EMPTY.has(child.type)) emptyBox(privates, child)
    else if (child.type === below[0]) emptyInMedia(privates, child, below.slice(1))
}
