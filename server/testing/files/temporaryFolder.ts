import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenFinished } from '../whenFinished.ts'

/** A folder that is removed after its test; `parent` names another place than the disk. */
export async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'elimu-test-'))
  whenFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
