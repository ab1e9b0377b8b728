import { CodeFailure } from '../ui/lazyComponent.tsx'
import { PageHead } from '../ui/PageHead.tsx'

type NotLoadedPanelProps = { title?: string; heading?: string | undefined } & { onRetry: () => void }

/** Shown in place of a panel whose code could not be loaded. */
export const NotLoadedPanel = ({ title = '', heading, onRetry }: NotLoadedPanelProps) => (
  <>
    <PageHead title={heading || title} />
    <CodeFailure onRetry={onRetry} />
  </>
)
