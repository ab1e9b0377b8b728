/** A reason not to start that the operator can mend. Its message is the one sentence they read. */
export class StartError extends Error {}
