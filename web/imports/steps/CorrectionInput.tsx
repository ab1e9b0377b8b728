import { type ComponentProps, useState } from 'react'
import { ValueInput } from '../ValueInput.tsx'

type CorrectionInputProps = Omit<ComponentProps<typeof ValueInput>, 'placeholder'>

/** The right value of one cell. What is typed counts when the user leaves the input, or with Enter. */
export function CorrectionInput({ value, onChange, ...props }: CorrectionInputProps) {
  const [typed, setTyped] = useState<string>()
  const { cellKind } = props.target
  if (cellKind === 'words' || cellKind === 'names')
    return <ValueInput {...props} value={value} onChange={onChange} />
  const correct = () => {
    if (typed === undefined) return
    setTyped(undefined)
    if (typed !== value) onChange(typed)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the events come from the input
    <div
      onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || correct()}
      onKeyDown={({ key }) => key === 'Enter' && correct()}
    >
      <ValueInput {...props} value={typed ?? value} onChange={setTyped} />
    </div>
  )
}
