import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from './temporaryFolder.ts'

/** Reads a ZIP with another program. */
export async function unzipped(zip: Buffer) {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'export.zip'), zip)
  const read = `import zipfile,sys; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2]); print("\\n".join(z.namelist()))`
  const names = execFileSync('python3', ['-c', read, join(folder, 'export.zip'), folder]).toString()
  return { names: names.trim().split('\n'), read: (path: string) => readFile(join(folder, path), 'utf8') }
}
