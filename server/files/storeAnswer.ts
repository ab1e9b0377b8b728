type Failure = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }

/** What an S3 store answered, or how the connection to it failed: `HTTP 403, AccessDenied`. */
export function storeAnswer(error: unknown): string {
  // A store that does not answer is reported with the failure as the cause.
  const { name, code, $metadata } = ((error as Error).cause ?? error) as Failure
  const status = $metadata?.httpStatusCode
  return [status && `HTTP ${status}`, code ?? (name === 'Error' ? '' : name)].filter(Boolean).join(', ')
}
