import { execFileSync } from 'node:child_process'
import { ROOT } from './root.mjs'

/**
 * The files that differ from the branch `main`, committed or not, without those that git ignores. Without such a branch,
 * or on it, those that are not committed.
 */
export function changedFiles(root = ROOT) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const linesOf = (/** @type {string} */ text) => text.split('\0').filter((line) => line !== '')
  let since = 'HEAD'
  try {
    since = git('merge-base', 'HEAD', 'main').trim()
  } catch {
    // There is no such branch.
  }
  return [
    ...linesOf(git('diff', '--name-only', '--diff-filter=d', '-z', since)),
    ...linesOf(git('ls-files', '--others', '--exclude-standard', '-z')),
  ]
}
