-- Conversations merged into another, which are deleted with it.
create index conversation_merged on conversation (integration_id, merged_into_id) where merged_into_id is not null;
