import { smallFilm } from '../../server/testing/smallFilm.ts'
import { photo } from '../../server/testing/trialFiles.ts'

/** The size of one part of a film's upload. */
export const PIECE = 4 * 1024 * 1024

/** A photograph; each width is another picture. */
export const photograph = async (name: string, width = 300) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(width, 400).jpeg().toBuffer(),
})

/** A film that plays, padded to the wanted size. */
export const film = (name: string, bytes = 0) => ({
  name,
  mimeType: 'video/mp4',
  buffer: Buffer.concat([smallFilm, room(bytes)]),
})

function room(bytes: number): Buffer {
  if (bytes < 8) return Buffer.alloc(0)
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write('free', 4, 'latin1')
  return box
}
