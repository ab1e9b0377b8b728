import type { ByteRange } from '../../files/FileStore.ts'
import { type Box, boxesIn, damaged, type ReadBox } from './boxes.ts'

/** Bytes that say more than a player needs, and what they become: nothing, or the name of an empty box. */
export type PrivateBytes = ByteRange & { becomes: 'zeros' | 'free' }

/** A camera that writes its place a hundred times a second stays below it. */
const MOST = 200_000

/** Boxes that hold nothing by their name, and perhaps something all the same. */
const EMPTY = new Set(['free', 'skip', 'wide'])

/** What a player needs, by where it is. What is not named here goes. */
const NEEDED = {
  file: new Set(['ftyp', 'styp', 'moov', 'mdat', 'moof', 'mfra', 'sidx', 'ssix', 'prft']),
  moov: new Set(['mvhd', 'trak', 'mvex', 'iods']),
  trak: new Set(['tkhd', 'mdia', 'edts']),
  mvex: new Set(['mehd', 'trex', 'leva']),
  moof: new Set(['mfhd', 'traf']),
  traf: new Set(['tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'subs', 'saiz', 'saio']),
}

/** Below a track's media nearly everything tells how picture and sound are to be read. */
const NOT_MEDIA = new Set(['udta', 'meta', 'uuid'])

export const isNeeded = (place: keyof typeof NEEDED, type: string) => NEEDED[place].has(type)

export function addPrivate(privates: PrivateBytes[], bytes: PrivateBytes): void {
  if (privates.length === MOST) throw damaged()
  privates.push(bytes)
}

/** Makes of a box an empty one of the same size. */
export function emptyBox(privates: PrivateBytes[], { type, start, contentStart, end }: Box): void {
  if (!EMPTY.has(type)) addPrivate(privates, { start: start + 4, end: start + 7, becomes: 'free' })
  if (contentStart < end) addPrivate(privates, { start: contentStart, end: end - 1, becomes: 'zeros' })
}

/** Empties what nobody needs of a box, and answers the rest. */
export function neededIn(privates: PrivateBytes[], box: ReadBox, place: keyof typeof NEEDED): ReadBox[] {
  return [...boxesIn(box)].filter((child) => {
    if (isNeeded(place, child.type)) return true
    emptyBox(privates, child)
    return false
  })
}

/** The same for what describes picture or sound, down to the tables. */
export function emptyInMedia(privates: PrivateBytes[], media: ReadBox, below = ['minf', 'stbl']): void {
  for (const child of boxesIn(media))
    if (NOT_MEDIA.has(child.type) || EMPTY.has(child.type)) emptyBox(privates, child)
    else if (child.type === below[0]) emptyInMedia(privates, child, below.slice(1))
}
