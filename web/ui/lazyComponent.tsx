import { type ComponentType, type ReactNode, use, useEffect, useState } from 'react'
import { LoadFailure } from './LoadFailure.tsx'

type LazyComponent<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> }
type FailedProps<Props> = Props & { onRetry: () => void }

/** A component whose code is loaded when it is first rendered. If that fails, `Failed` is rendered in its place. */
export function lazyComponent<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  Failed: ComponentType<FailedProps<Props>> = CodeFailure,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | undefined
  let hasFailed = false
  let loading: Promise<void> | undefined
  const start = async () => {
    try {
      Loaded = (await load())[name]
    } catch {
      hasFailed = true
    } finally {
      loading = undefined
    }
  }
  const startOnce = () => (loading ??= start())
  const forget = () => {
    hasFailed = false
  }

  function Failure(props: Props & { onTried: () => void }) {
    useEffect(() => forget, [])
    const retry = async () => {
      forget()
      await startOnce()
      // Some browsers remember that code did not load, until the page is loaded again.
      if (hasFailed) await reloadIfReachable()
      props.onTried()
    }
    return <Failed {...props} onRetry={() => void retry()} />
  }

  function Lazy(props: Props) {
    const [, setTries] = useState(0)
    if (Loaded) return <Loaded {...props} />
    if (hasFailed) return <Failure {...props} onTried={() => setTries((tries) => tries + 1)} />
    use(startOnce())
    return null
  }
  // The screen that needs the code tries again.
  return Object.assign(Lazy, { preload: () => startOnce().then(forget) })
}

type CodeFailureProps = {
  onRetry: () => void
  /** Closes the dialog whose code did not load. */
  onClose?: (() => void) | undefined
}

export function CodeFailure(actions: CodeFailureProps) {
  useEffect(reloadIfOlder, [])
  return <LoadFailure error={NOT_LOADED} {...actions} />
}

export const NOT_LOADED = { message: 'This could not be loaded. Check the connection and try again.' }

/** Reloads the page if the server answers: without an answer the browser would show an error page of its own. */
export const reloadIfReachable = (): Promise<void> => reloadIf(() => true)

/** An update of Elimu replaces the files that an open page has not loaded yet. Such a page reloads itself. */
export function reloadIfOlder(): void {
  const own = document.querySelector('script[type="module"]')?.getAttribute('src')
  void reloadIf((newest) => newest.includes('type="module"') && !newest.includes(`"${own}"`))
}

async function reloadIf(mayReload: (newest: string) => boolean): Promise<void> {
  const answer = await fetch('/', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok && mayReload(await answer.text())) window.location.reload()
}
