import { StartError } from './StartError.ts'

/** Reads `.env`, if there is one. One that cannot be read holds settings that nobody must run without. */
export function loadEnvironment(): void {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new StartError(`.env cannot be read: ${(error as Error).message}.`)
  }
}
