import { test } from '@playwright/test'
import { writeFile } from 'node:fs/promises'

/** Writes a file and answers its path: sending the bytes of a large one to the browser takes longer. The same name overwrites. */
export async function onDisk({ name, buffer }: { name: string; buffer: Buffer }): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, buffer)
  return path
}
