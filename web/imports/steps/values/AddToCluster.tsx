import { Autocomplete, Button, Group } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import frame from '../../imports.module.css'
import { useNames } from '../../ValueInput.tsx'

/** Focuses the first input of an editor that has just opened. */
export function useFocusInside() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return box
}

type AddToClusterProps = {
  name: string
  verb: string
  onAdd: (cluster: string) => void
  onCancel: () => void
}

/** The cluster of new schools, which may itself be new. */
export function AddToCluster({ name, verb, onAdd, onCancel }: AddToClusterProps) {
  const [cluster, setCluster] = useState('')
  const known = useNames('cluster')?.map(({ value }) => value) ?? []
  return (
    <Group ref={useFocusInside()} gap={8} className={frame.inline}>
      <span>
        <b className="el-strong">{name}</b> in
      </span>
      <Autocomplete
        aria-label={`Cluster of ${name}`}
        placeholder="Choose or type a cluster"
        data={known}
        value={cluster}
        onChange={setCluster}
        limit={100}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
      />
      <Button variant="default" disabled={cluster.trim() === ''} onClick={() => onAdd(cluster.trim())}>
        {verb}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
    </Group>
  )
}
