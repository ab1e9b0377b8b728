/** A reason not to start that the operator can correct. Its message is the one sentence that they read. */
export class StartError extends Error {}

/** Does what a command is for. A reason that the operator can correct ends it with its sentence and exit code 1. */
export async function reportStartError(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
