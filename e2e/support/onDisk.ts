import { test } from '@playwright/test'
import { writeFile } from 'node:fs/promises'

/** Puts a file where people choose theirs from: a large one travels slowly through the browser's debugging protocol. */
export async function onDisk({ name, buffer }: { name: string; buffer: Buffer }): Promise<string> {
  const path = test.info().outputPath(name)
  await writeFile(path, buffer)
  return path
}
