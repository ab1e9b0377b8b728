import '@mantine/core/styles/Input.css'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { clusterForm } from '#contract/schools.ts'
import { FormModal } from '../ui/form/FormModal.tsx'
import { addCluster, clustersQuery } from './schoolApi.ts'

export function ClusterFormModal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  return (
    <FormModal
      title="Add New Cluster"
      initialValues={{ cluster_name: '' }}
      schema={clusterForm}
      save={addCluster}
      onSaved={() => void client.invalidateQueries({ queryKey: clustersQuery.queryKey })}
      onClose={onClose}
    >
      {(form) => <TextInput label="Cluster" autoComplete="off" {...form.getInputProps('cluster_name')} />}
    </FormModal>
  )
}
