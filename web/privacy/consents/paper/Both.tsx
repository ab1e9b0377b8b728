import type { Words } from '#contract/privacy/sharedList.ts'

/** English, then Swahili beside or below it. */
export const Both = ({ of: [english, swahili], isBelow = false }: { of: Words; isBelow?: boolean }) => (
  <>
    {english}
    {isBelow ? '' : ' '}
    <i lang="sw" data-below={isBelow || undefined}>
      {swahili}
    </i>
  </>
)
