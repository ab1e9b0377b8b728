/** An error at start that the operator can correct. The message is the only sentence that is printed. */
export class StartError extends Error {}

/** Runs a command. A `StartError` ends it with its message and exit code 1. */
export async function reportStartError(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
