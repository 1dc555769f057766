-- Recognizes people who were erased while an import was in progress, so that its remaining rows don't create them again.
-- Deleted when the import ends.
create table contact_import_erased (
  integration_id uuid not null,
  import_id uuid not null,
  -- keyed hash of an address, name or external id
  value_hash bytea not null,
  primary key (integration_id, import_id, value_hash),
  foreign key (integration_id, import_id) references contact_import on delete cascade
);
