type NamedQuestionProps = {
  /** The fixed wording around a name. */
  ask: (name: string) => string
  name: string
}

const PLACE = '\u0000'

/** A fixed question with the name in it standing out. */
export function NamedQuestion({ ask, name }: NamedQuestionProps) {
  const [before, after] = ask(PLACE).split(PLACE)
  return (
    <>
      {before}
      <strong>{name}</strong>
      {after}
    </>
  )
}
