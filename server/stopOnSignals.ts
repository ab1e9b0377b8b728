/** One Ctrl-C may arrive twice: from the terminal, and again through npm. */
const SAME_SIGNAL_MS = 1_000

/** A database, store or mail server may hang. Docker kills after ten seconds. */
const STOP_TIMEOUT_MS = 9_800

/**
 * The first signal stops cleanly and exits with `code`, or with 1 if that takes too long. Another signal more than a
 * second later exits at once.
 */
export function stopOnSignals(stop: () => Promise<void>, code = 0): void {
  let stoppingSince: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (stoppingSince === undefined) {
      stoppingSince = now
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS)
      stop().then(
        () => process.exit(code),
        () => process.exit(1),
      )
    } else if (now - stoppingSince > SAME_SIGNAL_MS) process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}
