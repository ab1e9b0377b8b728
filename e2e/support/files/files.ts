import { test } from '@playwright/test'
import { writeFile } from 'node:fs/promises'
import { smallFilm } from '../../../server/testing/files/smallFilm.ts'
import { pdf, photo } from '../../../server/testing/files/trialFiles.ts'

/** The size of one part of a film's upload. */
export const PIECE = 4 * 1024 * 1024

/** A picture for a file field; pictures of different widths are different ones. */
export const picture = async (name = 'faith.jpg', width = 300) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await photo(width, 400).jpeg().toBuffer(),
})

/** A PDF for a file field. */
export const pdfFile = (bytes = 0, name = 'kcpe.pdf') => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdf(bytes),
})

/** A film that plays, padded to the wanted size. */
export const film = (name: string, bytes = 0) => ({
  name,
  mimeType: 'video/mp4',
  buffer: Buffer.concat([smallFilm, freeBox(bytes)]),
})

function freeBox(bytes: number): Buffer {
  if (bytes < 8) return Buffer.alloc(0)
  const box = Buffer.alloc(bytes)
  box.writeUInt32BE(bytes)
  box.write('free', 4, 'latin1')
  return box
}

/** Writes a file and returns its path: sending the bytes of a large one to the browser takes longer. The same name overwrites. */
export async function onDisk({ name, buffer }: { name: string; buffer: Buffer }): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, buffer)
  return path
}
