/** A blocked or broken storage never answers. */
const ANSWER_MS = 2_000

/** Fails if the browser does not open its storage soon, so that no screen waits for it. */
export const withTimeout = <Result>(opening: Promise<Result>): Promise<Result> =>
  Promise.race([
    opening,
    new Promise<never>((_resolve, reject) => setTimeout(reject, ANSWER_MS, new Error('No answer'))),
  ])
