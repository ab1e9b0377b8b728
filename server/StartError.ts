/** A reason not to start that the operator can correct. Its message is the one sentence that they read. */
export class StartError extends Error {}
