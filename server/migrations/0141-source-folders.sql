alter table data_source
  -- switched folders: the prefix of their pages' places, and whether pages found there later are used; the longest
  -- prefix of a page applies
  add column folder_rules jsonb not null default '{}';
-- answers that quote an item
create index message_citations on message using gin (citations jsonb_path_ops) where citations <> '[]';
