import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../IconButton.tsx'

type CopyButtonProps = {
  text: string
  /** The label of a button that is only an icon; without it the button has a word. */
  label?: string
  word?: string
}

/** Copies a text, and confirms it. On plain http the browser has no clipboard, and the button is missing. */
export function CopyButton({ text, label, word = 'Copy' }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  if (!navigator.clipboard) return null
  const Icon = isCopied ? IconCheck : IconCopy
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return label ? (
    <IconButton icon={Icon} label={isCopied ? 'Copied' : label} onClick={copy} />
  ) : (
    <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={copy}>
      <span aria-live="polite">{isCopied ? 'Copied' : word}</span>
    </Button>
  )
}
