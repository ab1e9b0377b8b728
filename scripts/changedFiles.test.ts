import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { changedFiles } from './changedFiles.mjs'

test('the changed files are those that differ from main, committed or not', () => {
  const root = mkdtempSync(join(tmpdir(), 'elimu-changed-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@elimu.test', ...args], { cwd: root })
  const write = (...names: string[]) => {
    for (const name of names) writeFileSync(join(root, name), String(Math.random()))
  }
  const commit = () => {
    git('add', '-A')
    git('commit', '-qm', 'test: change')
  }
  git('init', '-qb', 'main')
  writeFileSync(join(root, '.gitignore'), 'built.ts\n')
  write('same.ts', 'changed.ts', 'removed.ts')
  commit()
  expect(changedFiles(root)).toEqual([])
  write('new.ts', 'built.ts')
  expect(changedFiles(root)).toEqual(['new.ts'])

  git('switch', '-qc', 'a-branch')
  commit()
  write('changed.ts', 'a name.ts')
  rmSync(join(root, 'removed.ts'))
  expect(changedFiles(root)).toEqual(['changed.ts', 'new.ts', 'a name.ts'])

  git('branch', '-qD', 'main')
  expect(changedFiles(root)).toEqual(['changed.ts', 'a name.ts'])
})
