import { type ReadBox, childOf, damaged } from './boxes.ts'
import { emptyInMedia, neededIn, type PrivateBytes } from './privates.ts'

/** A picture or sound of a film. */
export type Track = {
  id: number
  isPicture: boolean
  width: number
  height: number
  /** Ticks of a second. */
  timescale: number
  /** What tells where its samples lie. */
  samples: ReadBox | undefined
}

/** What a film shows and lets hear; nothing of any other track, as those of places and movements are. */
export function readTrack(box: ReadBox): Track | undefined {
  const media = childOf(box, 'mdia')
  if (!media) return undefined
  const handler = childOf(media, 'hdlr')?.content.toString('latin1', 8, 12)
  if (handler !== 'vide' && handler !== 'soun') return undefined
  const head = childOf(box, 'tkhd')?.content
  const clock = childOf(media, 'mdhd')?.content
  if (!head || !clock) throw damaged()

  const isLong = head[0] === 1
  const information = childOf(media, 'minf')
  const samples = information && childOf(information, 'stbl')
  const isPicture = handler === 'vide'
  return {
    id: head.readUInt32BE(isLong ? 20 : 12),
    isPicture,
    ...(isPicture ? sizeOf(head, isLong ? 52 : 40, samples) : { width: 0, height: 0 }),
    timescale: timescaleOf(clock),
    samples,
  }
}

/** Empties what a kept track holds beside picture and sound. */
export function emptyInTrack(privates: PrivateBytes[], box: ReadBox): void {
  for (const child of neededIn(privates, box, 'trak'))
    if (child.type === 'mdia') emptyInMedia(privates, child)
}

/** Of the heads of film and track alike. */
export const timescaleOf = (head: Buffer) => head.readUInt32BE(head[0] === 1 ? 20 : 12)

/** As it is to be shown: telephones lay films on their side and say how to turn them. */
function sizeOf(head: Buffer, matrix: number, samples: ReadBox | undefined) {
  const [across, down] = [head.readInt32BE(matrix), head.readInt32BE(matrix + 4)]
  const shown = [36, 40].map((at) => Math.round(head.readUInt32BE(matrix + at) / 0x1_0000))
  const [width = 0, height = 0] = shown.every(Boolean) ? shown : codedSize(samples)
  return Math.abs(down) > Math.abs(across) ? { width: height, height: width } : { width, height }
}

function codedSize(samples: ReadBox | undefined): number[] {
  const description = samples && childOf(samples, 'stsd')?.content
  return description && description.length >= 44
    ? [description.readUInt16BE(40), description.readUInt16BE(42)]
    : []
}
