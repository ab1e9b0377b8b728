import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.mjs'

test('an unknown part fails the tests with a list of the known parts', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'scripts/test.mjs'), 'format', 'nothing-of-that-name'],
    { encoding: 'utf8' },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('nothing-of-that-name')
  for (const part of ['format', 'lint', 'types', 'server tests', 'web tests', 'build', 'e2e'])
    expect(stderr).toContain(`\n  ${part}`)
})
