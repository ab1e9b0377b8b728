import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withStart } from './paintFirst.ts'

const [, script = ''] = withStart('<script src="/start.js"></script>').split(/<\/?script>/)

test('the page has a colour scheme where the browser blocks storage', () => {
  const page = { dataset: {} }
  const window = {}
  runInNewContext(script, {
    get localStorage() {
      throw new Error('Blocked')
    },
    matchMedia: () => ({ matches: true }),
    document: { documentElement: page },
    location: { pathname: '/' },
    window,
  })
  expect(page.dataset).toEqual({ mantineColorScheme: 'dark' })
  expect(window).toHaveProperty('firstCalls')
})

test('the build ends where the page does not load the script as expected', () => {
  expect(() => withStart('<script defer src="/start.js"></script>')).toThrow('index.html does not contain')
})
