/**
 * `not good`: it was made, but not everything was read back as it should be. Only a good one counts as a backup.
 */
export const backupStates = ['running', 'good', 'failed', 'not good'] as const

/** The work of a backup, in order. */
export const backupSteps = ['records', 'files', 'reading back'] as const
