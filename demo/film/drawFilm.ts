import { frameAfter, keyFrame, pictureParameters, sequenceParameters } from './h264.ts'
import { macroblocksOf, SIDE } from './macroblocks.ts'
import { mp4 } from './mp4.ts'

type Format = { width: number; height: number; fps: number }

/**
 * A silent film of pictures, each given as the red, green and blue of its pixels. Nothing is compressed but what stays
 * as it was, which is little work and enough for a drawing in which little moves.
 */
export function drawFilm(pictures: Buffer[], { width, height, fps }: Format): Buffer {
  if (width % SIDE || height % SIDE) throw new Error(`width and height have to be multiples of ${SIDE}`)
  let before: Buffer[] = []
  const frames = pictures.map((picture, number) => {
    const blocks = macroblocksOf(picture, width, height)
    const frame = number === 0 ? keyFrame(blocks) : frameAfter(before, blocks, number)
    before = blocks
    return frame
  })
  const parameters = { sequence: sequenceParameters(width, height), picture: pictureParameters() }
  return mp4({ width, height, fps, ...parameters, frames })
}
